let aheadMs = 0;

/** Takes the server's time, as it came with the page: the phases go by that clock, not by this machine's. */
export const setServerTime = (now: string): void => {
  aheadMs = Date.parse(now) - Date.now();
};

/** A moment of this machine's clock (ms since the epoch) as the server's clock has it. */
export const serverTime = (here: number = Date.now()): number => here + aheadMs;
