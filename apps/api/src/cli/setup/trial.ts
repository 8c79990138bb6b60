import { randomUUID } from 'node:crypto';
import { DeliveryError } from '../../adapters/delivery-error.ts';
import type { Config } from '../../config.ts';
import { gatewayOf, smtpOf } from '../../wiring/messaging.ts';

/** The result of a test: undefined if the provider accepted it, otherwise the provider's message. */
type Outcome = Promise<string | undefined>;

const outcomeOf = async (sending: Promise<unknown> | undefined): Outcome => {
  try {
    await sending;
    return undefined;
  } catch (error) {
    if (error instanceof DeliveryError) return error.inFull();
    throw error;
  }
};

/** Sends a test mail through the configured server. */
export const sendTestMail = (config: Config, to: string): Outcome =>
  outcomeOf(
    smtpOf(config)?.send({
      to,
      subject: `A test of ${config.PUBLIC_URL}`,
      text: `This is the test mail of "laurel setup" for ${config.PUBLIC_URL}. Voters will get their codes like this.\n`,
      html: `<p>This is the test mail of <code>laurel setup</code> for ${config.PUBLIC_URL}. Voters will get their codes like this.</p>`,
      messageId: randomUUID(),
    }),
  );

/** Sends a test message through the configured gateway. */
export const sendTestSms = (config: Config, to: string): Outcome =>
  outcomeOf(gatewayOf(config)?.send({ id: randomUUID(), to, text: `Test of ${config.PUBLIC_URL}` }));
