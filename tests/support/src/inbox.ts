import type { Inbox } from '@laurel/api/adapters/inbox';
import type { Jobs } from '@laurel/api/jobs/worker';
import type { InboxMessage } from '@laurel/contracts/dev-inbox';
import { until } from './until.ts';

type Outbox = { jobs: Pick<Jobs, 'drain'>; inbox: Inbox | undefined };

/** Sends all queued messages and returns those to an address or a phone number, newest first. */
export const messagesTo = async ({ jobs, inbox }: Outbox, to: string): Promise<InboxMessage[]> => {
  await jobs.drain();
  return (inbox?.list() ?? []).filter((message) => message.to === to);
};

/**
 * The code in the newest message to an address or a phone number. Waits, because another drain of the queue may be sending
 * it.
 */
export const latestCode = (outbox: Outbox, to: string): Promise<string> =>
  until(`a code for ${to}`, async () => {
    const [newest] = await messagesTo(outbox, to);
    return newest?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
  });
