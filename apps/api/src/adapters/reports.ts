import { parseJson } from '@laurel/contracts/json';
import type { FastifyInstance } from 'fastify';
import { FieldError } from '../app-error.ts';
import { registerSignedWebhook, type SignedWebhook } from './signed-webhook.ts';
import type { LostMessage } from './sms/port.ts';

/** A provider's reports about messages. */
export type Reports = SignedWebhook & {
  /** Its name in the history of messages. */
  provider: string;
  /** The messages that did not arrive; undefined if the body is not a report. */
  lostIn(body: unknown): Omit<LostMessage, 'provider'>[] | undefined;
};

/** Registers the reports of a provider, which repeats what is not answered with 200. */
export const registerReports = (
  app: FastifyInstance,
  { provider, lostIn, ...webhook }: Reports,
  take: (message: LostMessage) => Promise<void>,
): Promise<void> =>
  registerSignedWebhook(app, webhook, async (octets) => {
    const lost = lostIn(parseJson(octets.toString()));
    if (!lost) throw new FieldError({ body: 'Expected a report about messages' });
    for (const message of lost) await take({ ...message, provider });
  });
