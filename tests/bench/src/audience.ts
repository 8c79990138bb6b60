import { LATE, waitAtMost } from '@laurel/api/concurrency/wait-at-most';
import { startGenerator } from './generator.ts';
import type { FromAudience, ToAudience } from './generators/audience.ts';
import type { Place } from './generators/listener.ts';

/** Sockets in another process that subscribe to a server's statistics. */
export type Audience = {
  pid: number;
  /** Resolves after this many more messages. Call it before they are sent. */
  hears(messages: number): Promise<FromAudience>;
  /** Resolves once this many subscriptions were made, including the first ones. */
  joined(subscriptions: number): Promise<FromAudience>;
  stop(): Promise<void>;
};

/** `wanted`, or fewer: the limit of open files of a process, less a reserve. */
export const mostSockets = (wanted: number): number => {
  const report: { userLimits?: { open_files?: { hard: number | 'unlimited' } } } = process.report.getReport();
  const limit = Number(report.userLimits?.open_files?.hard ?? wanted);
  return Number.isNaN(limit) ? wanted : Math.min(wanted, limit - 500);
};

/** The longest that anything here takes, with a reserve; a message that was lost would never come. */
const PATIENCE_MS = 300_000;

/** Opens sockets and subscribes them. @throws Error, as each of its functions, if that takes too long or the process ends */
export const gather = async (place: Place, sockets: number): Promise<Audience> => {
  const generator = startGenerator<ToAudience, FromAudience>('audience');
  const ask = async (message: ToAudience): Promise<FromAudience> => {
    const answer = await waitAtMost(PATIENCE_MS, generator.ask(message));
    if (answer !== LATE) return answer;
    throw new Error(`${place.manner}: ${JSON.stringify(message)} took longer than ${PATIENCE_MS} ms`);
  };
  await ask({ open: place, sockets });
  return {
    pid: generator.pid,
    hears: (messages) => ask({ hear: messages }),
    joined: (subscriptions) => ask({ joins: subscriptions }),
    stop: generator.stop,
  };
};
