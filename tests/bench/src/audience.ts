import { startGenerator } from './generator.ts';
import type { FromAudience, ToAudience } from './generators/audience.ts';
import type { Place } from './generators/listener.ts';

/** Sockets in a process of their own that listen to a server's statistics. */
export type Audience = {
  pid: number;
  /** Answers once so many messages more were heard. Ask before they are sent. */
  hears(messages: number): Promise<FromAudience>;
  /** Answers once so many subscriptions stood, those of the beginning included. */
  joined(subscriptions: number): Promise<FromAudience>;
  leave(): Promise<void>;
};

/** How many sockets a process may have open here, with some left for all else. */
export const mostSockets = (wanted: number): number => {
  const report: { userLimits?: { open_files?: { hard: number | 'unlimited' } } } = process.report.getReport();
  const limit = Number(report.userLimits?.open_files?.hard ?? wanted);
  return Number.isNaN(limit) ? wanted : Math.min(wanted, limit - 500);
};

/** Opens sockets and has them subscribe. @throws Error when the process ends before all stand */
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
