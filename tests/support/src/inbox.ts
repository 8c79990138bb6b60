import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox } from '@laurel/api/adapters/inbox';
import type { Jobs } from '@laurel/api/jobs/worker';
import type { InboxMessage } from '@laurel/contracts/dev-inbox';

type Mailroom = { jobs: Pick<Jobs, 'drain'>; inbox: Inbox | undefined };

/** Sends what waits to be sent, and returns what an address or a phone number has received, newest first. */
export const messagesTo = async ({ jobs, inbox }: Mailroom, to: string): Promise<InboxMessage[]> => {
  await jobs.drain();
  return (inbox?.list() ?? []).filter((message) => message.to === to);
};

/**
 * The code in the newest message to an address or a phone number; throws where none comes. Another drain of the queue
 * may still be about to send it.
 */
export const latestCode = async (mailroom: Mailroom, to: string): Promise<string> => {
  for (const until = performance.now() + 5_000; performance.now() < until; await sleep(20)) {
    const [newest] = await messagesTo(mailroom, to);
    const code = newest?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`there is no code for ${to} in the inbox`);
};
