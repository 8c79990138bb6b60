import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAwaited, showOutcome, useBusy, whileAwaited, whileBusy } from './busy.ts';

/** Starts an operation that the test resolves or rejects. */
const start = () => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const result = whileBusy(() => promise);
  return { resolve, reject, result };
};
const busy = () => useBusy.getState().busy;

describe('the page', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('MD-13 is busy from the start of a request until 600 ms after its end', async () => {
    expect(busy()).toBe(false);
    const one = start();
    expect(busy()).toBe(true);
    one.resolve('done');
    expect(await one.result).toBe('done');
    vi.advanceTimersByTime(599);
    expect(busy()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(busy()).toBe(false);
  });

  it('is no longer busy at once if it shows an outcome, unless another request runs', async () => {
    const [one, two] = [start(), start()];
    one.resolve('');
    await one.result;
    showOutcome();
    expect(busy()).toBe(true);
    two.resolve('');
    await two.result;
    showOutcome();
    expect(busy()).toBe(false);
  });

  it('MD-13 stays busy until the last request ends, including one that starts just after', async () => {
    const [one, two] = [start(), start()];
    one.resolve('');
    await one.result;
    vi.advanceTimersByTime(5_000);
    expect(busy()).toBe(true);
    two.resolve('');
    await two.result;
    vi.advanceTimersByTime(599);
    const three = start();
    vi.advanceTimersByTime(5_000);
    expect(busy()).toBe(true);
    three.resolve('');
    await three.result;
    vi.advanceTimersByTime(600);
    expect(busy()).toBe(false);
  });

  it('awaits an answer only until it comes, with or without the loader', async () => {
    const one = start();
    const { promise, reject } = Promise.withResolvers<string>();
    const quiet = whileAwaited(() => promise);
    one.resolve('');
    await one.result;
    expect([isAwaited(), busy()]).toEqual([true, true]);
    vi.advanceTimersByTime(600);
    expect([isAwaited(), busy()]).toEqual([true, false]);
    reject(new Error('refused'));
    await expect(quiet).rejects.toThrow('refused');
    expect(isAwaited()).toBe(false);
  });

  it('MD-13 is no longer busy after a request that failed', async () => {
    const one = start();
    one.reject(new Error('refused'));
    await expect(one.result).rejects.toThrow('refused');
    expect(busy()).toBe(true);
    vi.advanceTimersByTime(600);
    expect(busy()).toBe(false);
  });
});
