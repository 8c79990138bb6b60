import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTurnout, type TurnoutCount } from './turnout.service.ts';

let votes: number;
/** How often the totals were published. */
let publications: number;
let voters: number;
let visible: boolean;
let counts: number;
/** How long a count of the voters takes, milliseconds. */
let takes: number;
let failure: Error | undefined;
/** Whether there are totals that may be shown. */
let known: boolean;
let errors: unknown[];
let turnout: TurnoutCount;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  [votes, publications, voters, visible, counts, takes, failure, errors] = [5, 1, 3, true, 0, 0, undefined, []];
  known = true;
  turnout = createTurnout({
    publication: async () => {
      if (failure) throw failure;
      return known ? { votes, at: String(publications) } : undefined;
    },
    countVoters: async () => {
      counts += 1;
      // Real time: none, this is the fake clock.
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
      return voters;
    },
    visible: () => visible,
    now: () => new Date(),
    onError: (error) => errors.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Publishes a number of votes, which this many people cast. */
const publish = (total: number, people: number): void => {
  [votes, voters] = [total, people];
  publications += 1;
};

const read = async (): Promise<unknown> => {
  const answer = turnout.current();
  await vi.advanceTimersByTimeAsync(0);
  return JSON.parse((await answer).body.toString());
};

describe('the turnout', () => {
  it('is counted once for all requests of five seconds', async () => {
    expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill({ votes: 5, voters: 3 }));
    publish(9, 4);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(turnout.fresh(new Date())).toBeDefined();
    await vi.advanceTimersByTimeAsync(100);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(await read()).toEqual({ votes: 9, voters: 4 });
    expect(counts).toBe(2);
  });

  it('shows the last count while the next one runs, however long that takes', async () => {
    await read();
    publish(9, 4);
    takes = 30_000;
    await vi.advanceTimersByTimeAsync(5_000);
    const shown = () => JSON.parse(turnout.fresh(new Date())?.body.toString() ?? 'undefined');
    expect(shown()).toEqual({ votes: 5, voters: 3 });
    await vi.advanceTimersByTimeAsync(29_000);
    expect([await read(), shown()]).toEqual(Array(2).fill({ votes: 5, voters: 3 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([await read(), shown()]).toEqual(Array(2).fill({ votes: 9, voters: 4 }));
    expect(counts).toBe(2);
  });

  it('does not show an old count after a minute without requests, but waits for a new one', async () => {
    await read();
    publish(9, 4);
    takes = 100;
    await vi.advanceTimersByTimeAsync(64_900);
    expect(turnout.fresh(new Date())).toBeDefined();
    await vi.advanceTimersByTimeAsync(100);
    publish(12, 5);
    await vi.advanceTimersByTimeAsync(65_000);
    expect(turnout.fresh(new Date())).toBeUndefined();
    const answer = turnout.current();
    await vi.advanceTimersByTimeAsync(100);
    expect(JSON.parse((await answer).body.toString())).toEqual({ votes: 12, voters: 5 });
  });

  it('does not show a new voter before new votes are published', async () => {
    await read();
    voters = 4;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(counts).toBe(1);
  });

  it('counts voters again after a publication that keeps the sum, as an exclusion and new votes may', async () => {
    await read();
    publish(5, 4);
    await vi.advanceTimersByTimeAsync(5_000);
    await read();
    expect(await read()).toEqual({ votes: 5, voters: 4 });
    expect(counts).toBe(2);
  });

  it('never names more voters than votes', async () => {
    voters = 8;
    expect(await read()).toEqual({ votes: 5, voters: 5 });
  });

  it('is null while results are hidden, also when they were hidden during the count', async () => {
    visible = false;
    expect(await read()).toBeNull();
    expect(counts).toBe(0);
    visible = true;
    takes = 100;
    const answer = turnout.current();
    visible = false;
    await vi.advanceTimersByTimeAsync(100);
    expect(JSON.parse((await answer).body.toString())).toBeNull();
  });

  // This test fails if the publication is read in any case: "0 votes" right after the announcement.
  it('is null until there are totals that may be shown', async () => {
    known = false;
    expect([await read(), counts]).toEqual([null, 0]);
    known = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    known = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await read(), counts]).toEqual([{ votes: 5, voters: 3 }, 1]);
  });

  it('waits at most a second for a slow first count, and counts again after twenty times its duration', async () => {
    takes = 3_000;
    const slow = turnout.current();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(JSON.parse((await slow).body.toString())).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    publish(6, 3);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(counts).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(counts).toBe(2);
  });

  it('keeps the last count while the database does not answer, and reports the error', async () => {
    await read();
    failure = new Error('the database does not answer');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await read()).toEqual({ votes: 5, voters: 3 });
    expect(errors).toEqual([failure, failure]);
  });
});
