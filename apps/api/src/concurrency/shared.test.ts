import { describe, expect, it } from 'vitest';
import { shared } from './shared.ts';

const counted = () => {
  let runs = 0;
  let now = 0;
  let finish: (result: number | Error) => void = () => {};
  const ask = shared(
    () =>
      new Promise<number>((resolve, reject) => {
        runs += 1;
        finish = (result) => (result instanceof Error ? reject(result) : resolve(result));
      }),
    1_000,
    () => now,
  );
  return {
    ask,
    finish: (result: number | Error) => finish(result),
    runs: () => runs,
    advance: (ms: number) => {
      now += ms;
    },
  };
};

describe('shared work', () => {
  it('runs once for all calls while it runs, and until its result is too old', async () => {
    const work = counted();
    const first = Array.from({ length: 100 }, work.ask);
    work.finish(7);
    expect(new Set(await Promise.all(first))).toEqual(new Set([7]));
    work.advance(999);
    expect(await work.ask()).toBe(7);
    expect(work.runs()).toBe(1);
    work.advance(1);
    const next = work.ask();
    work.finish(8);
    expect(await next).toBe(8);
    expect(work.runs()).toBe(2);
  });

  it('fails for all calls, and runs again for the next', async () => {
    const work = counted();
    const failed = [work.ask(), work.ask()];
    work.finish(new Error('no'));
    for (const each of failed) await expect(each).rejects.toThrow('no');
    const next = work.ask();
    work.finish(1);
    expect(await next).toBe(1);
    expect(work.runs()).toBe(2);
  });
});
