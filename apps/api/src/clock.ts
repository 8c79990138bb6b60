/** Where the time comes from. Only the edge (routes, workers, sockets) reads it; everything below is given `now`. */
export type Clock = { now(): Date };

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** `at` moved by `ms` milliseconds. */
export const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
