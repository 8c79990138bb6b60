import { setTimeout as sleep } from 'node:timers/promises';
import type { Inbox } from '@laurel/api/adapters/inbox';
import type { Jobs } from '@laurel/api/jobs/worker';
import type { InboxMessage } from '@laurel/contracts/dev-inbox';

type Outbox = { jobs: Pick<Jobs, 'drain'>; inbox: Inbox | undefined };

/** Sends all queued messages and returns those to an address or a phone number, newest first. */
export const messagesTo = async ({ jobs, inbox }: Outbox, to: string): Promise<InboxMessage[]> => {
  await jobs.drain();
  return (inbox?.list() ?? []).filter((message) => message.to === to);
};

/**
 * The code in the newest message to an address or a phone number. Waits, because another drain of the queue may be sending
 * it; throws if there is none.
 */
export const latestCode = async (outbox: Outbox, to: string): Promise<string> => {
  for (const until = performance.now() + 5_000; performance.now() < until; await sleep(20)) {
    const [newest] = await messagesTo(outbox, to);
    const code = newest?.text.match(/(?<!\d)\d{6}(?!\d)/)?.[0];
    if (code !== undefined) return code;
  }
  throw new Error(`there is no code for ${to} in the inbox`);
};
