/** The server's time minus this machine's clock, which somebody may set while the page is open. */
let aheadMs = 0;
/** The server's time minus the browser's steady clock, which is never set but may stop while the machine sleeps. */
let steadyMs = 0;
/** Whether the server's time is computed from the steady clock. */
let isSteady = false;

/** The greatest age of a response: the browser caches the dates for five seconds, and the network takes time. */
const RESPONSE_AGE_MS = 10_000;

/** Milliseconds since the server began to send the page, also if the scripts loaded much later. */
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
  steadyMs = Date.parse(now) + sinceMs - performance.now();
  isSteady = false;
};

/** Converts this machine's time (ms since the epoch) to the server's. */
export const serverTime = (localTime: number = Date.now()): number =>
  localTime + (isSteady ? steadyMs + performance.now() - Date.now() : aheadMs);

/**
 * Compares the time with a response of the server. If only the time of the other clock fits the response, the other
 * clock is used from now on: either this machine's clock was set, or the steady one stopped.
 * @param fits whether the response may be of this time of the server's clock
 */
export const checkServerTime = (fits: (time: number) => boolean): void => {
  const [clock, steady] = [Date.now() + aheadMs, performance.now() + steadyMs];
  const [mine, other] = isSteady ? [steady, clock] : [clock, steady];
  const mayBe = (time: number) => fits(time) || fits(time - RESPONSE_AGE_MS);
  if (!mayBe(mine) && mayBe(other)) isSteady = !isSteady;
};
