/** The shares of a time, 0 to 1, in which the event loop worked and the ballot box wrote. */
export type Busy = { eventLoop: number; ballotBox: number };

/** Work that can wait begins only if the event loop and the ballot box were busy for less than this share of the time. */
const CALM_BELOW = 0.25;
/**
 * From this share on, other work takes time from votes. On two cores, which the database shares, votes at the limit keep the
 * event loop busy for 0.75 to 0.9 of the time: the rest waits for the database.
 */
const BUSY_FROM = 0.6;

/**
 * Measures how busy the event loop and the ballot box were since the last call.
 * @param writtenMs the time that the ballot box has spent on all its batches, milliseconds
 */
export const busyMeter = (writtenMs: () => number): (() => Busy) => {
  const read = () => ({ loop: performance.eventLoopUtilization(), written: writtenMs(), at: performance.now() });
  let last = read();
  return () => {
    const now = read();
    const { utilization } = performance.eventLoopUtilization(now.loop, last.loop);
    const busy = { eventLoop: utilization, ballotBox: (now.written - last.written) / (now.at - last.at) };
    last = now;
    return busy;
  };
};

/**
 * Whether there is time for work that can wait. The event loop shows how busy this machine is with votes, the ballot box how
 * busy the database is, which also answers others.
 */
export const isCalm = ({ eventLoop, ballotBox }: Busy): boolean => Math.max(eventLoop, ballotBox) < CALM_BELOW;

/** Whether other work would take time from votes. */
export const isBusy = ({ eventLoop, ballotBox }: Busy): boolean => Math.max(eventLoop, ballotBox) >= BUSY_FROM;
