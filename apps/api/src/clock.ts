/** The source of the time. Only routes, workers and sockets read it; they pass `now` to all other functions. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** `at` moved by `ms` milliseconds. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
