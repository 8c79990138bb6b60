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
  leave(): Promise<void>;
};

/** The maximum of open sockets of a process here, with a reserve. */
export const mostSockets = (wanted: number): number => {
  const report: { userLimits?: { open_files?: { hard: number | 'unlimited' } } } = process.report.getReport();
  const limit = Number(report.userLimits?.open_files?.hard ?? wanted);
  return Number.isNaN(limit) ? wanted : Math.min(wanted, limit - 500);
};

/** Opens sockets and subscribes them. @throws Error if the process ends before all are subscribed */
export const gather = async (place: Place, sockets: number): Promise<Audience> => {
  const generator = startGenerator<ToAudience, FromAudience>('audience');
  await generator.ask({ open: place, sockets });
  return {
    pid: generator.pid,
    hears: (messages) => generator.ask({ hear: messages }),
    joined: (subscriptions) => generator.ask({ joins: subscriptions }),
    leave: generator.stop,
  };
};
