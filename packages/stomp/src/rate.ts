/** A token bucket: `burst` at once, `perSecond` sustained. Times are milliseconds of one clock. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAt = nowMs;
  }

  /** Takes `cost` tokens, or returns false if there are too few. */
  take(cost: number, nowMs: number): boolean {
    if (nowMs > this.#filledAt) {
      this.#tokens = Math.min(this.#burst, this.#tokens + ((nowMs - this.#filledAt) / 1000) * this.#perSecond);
      this.#filledAt = nowMs;
    }
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }
}
