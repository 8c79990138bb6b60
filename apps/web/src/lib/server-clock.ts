let aheadMs = 0;

/** Milliseconds since the server began to answer with the page, also where the scripts came much later. */
export const sincePageMs = (): number => {
  const [page] = performance.getEntriesByType('navigation');
  const begun = page instanceof PerformanceNavigationTiming ? page.responseStart : performance.now();
  return Math.max(0, performance.now() - begun);
};

/**
 * Sets the server's time from the page: the phases follow that clock, not this machine's.
 * @param now the server's time, `sinceMs` ago
 */
export const setServerTime = (now: string, sinceMs = 0): void => {
  aheadMs = Date.parse(now) + sinceMs - Date.now();
};

/** Converts this machine's time (ms since the epoch) to the server's. */
export const serverTime = (localTime: number = Date.now()): number => localTime + aheadMs;
