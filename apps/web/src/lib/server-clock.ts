let aheadMs = 0;

/** Sets the server's time from the page: the phases follow that clock, not this machine's. */
export const setServerTime = (now: string): void => {
  aheadMs = Date.parse(now) - Date.now();
};

/** Converts this machine's time (ms since the epoch) to the server's. */
export const serverTime = (localTime: number = Date.now()): number => localTime + aheadMs;
