import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AppError } from '../../app-error.ts';
import { QUEUE } from './ballot.policy.ts';
import { type BallotBox, createBallotBox } from './ballot.service.ts';
import type { Writer } from './ballot.store.ts';

const ROLLED_BACK = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
const LOST = new Error('Connection terminated unexpectedly');
const never = () => new Promise<never>(() => undefined);

/** The methods of the connection; tests replace some of them. */
let connection: Pick<Writer, 'cast' | 'terminateBackend' | 'findStoredVotes'>;
let casts: number;
/** Called before a connection opens. */
let opening: () => void;
/** Called when the ballot box reports that no connection opens, right before it puts the votes back. */
let refused: () => void;
/** Ends the connection. */
let die: () => void;
let box: BallotBox;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  casts = 0;
  opening = () => undefined;
  refused = () => undefined;
  connection = { cast: never, terminateBackend: async () => true, findStoredVotes: async () => [undefined] };
  const openWriter = async (): Promise<Writer> => {
    opening();
    let alive = true;
    die = () => {
      alive = false;
    };
    return {
      cast: (ballots, now) => {
        casts += 1;
        return connection.cast(ballots, now);
      },
      terminateBackend: (other) => connection.terminateBackend(other),
      findStoredVotes: (ballots) => connection.findStoredVotes(ballots),
      backend: { pid: 1, startedAt: '' },
      get alive() {
        return alive;
      },
      destroy: die,
      end: async () => undefined,
    };
  };
  const observer = {
    batch: () => undefined,
    outcome: () => undefined,
    problem: (_error: unknown, what: string) => void (what === 'connect' && refused()),
  };
  box = createBallotBox({ openWriter, now: () => new Date(), promises: undefined, observer });
});
afterEach(() => void vi.useRealTimers());

/** Casts a vote; resolves with its outcome, or with the code of its refusal. */
const cast = (): Promise<string> =>
  box.cast({ sessionId: 'a session', nomineeId: 1, categoryId: 1, nonces: new Uint8Array(32) }).then(
    ({ outcome }) => outcome,
    (error: AppError) => error.code,
  );
const waitTooLong = () => vi.advanceTimersByTime(QUEUE.waitMs + QUEUE.expireEveryMs);

// This test fails with the limit applied only before a batch: the second vote waits for the first.
it('the ballot box refuses a vote that waits too long behind a batch without an answer', async () => {
  let fail: ((error: Error) => void) | undefined;
  connection.cast = () =>
    new Promise((_resolve, reject) => {
      fail = reject;
    });
  const first = cast();
  await expect.poll(() => casts, { interval: 0 }).toBe(1);
  const second = cast();
  waitTooLong();
  expect(await second).toBe('server.unavailable');
  expect(box.depth).toBe(1);
  fail?.(ROLLED_BACK);
  expect(await first).toBe('server.unavailable');
  await box.close();
  expect(vi.getTimerCount()).toBe(0);
});

// This test fails if the missing votes are put back into the queue of before the refusals: the first vote gets no
// answer.
it('the ballot box refuses a vote that waits too long behind a batch in doubt, and answers both', async () => {
  let found: ((votes: undefined[]) => void) | undefined;
  connection.cast = () => Promise.reject(LOST);
  connection.findStoredVotes = () =>
    new Promise((resolve) => {
      found = resolve;
    });
  const first = cast();
  await expect.poll(() => casts, { interval: 0 }).toBe(1);
  const second = cast();
  await expect.poll(() => found, { interval: 0 }).toBeDefined();
  waitTooLong();
  expect(await second).toBe('server.unavailable');
  found?.([undefined]);
  expect(await first).toBe('server.unavailable');
  await box.close();
});

// This test fails if the vote is put back behind newer ones: it is sent, because the oldest vote seems to be in time.
it('the ballot box refuses a vote that was in doubt for too long, although newer votes wait', async () => {
  connection.cast = async (ballots) => {
    if (casts === 1) throw LOST;
    return 'A'.repeat(ballots.length);
  };
  const newer: Promise<string>[] = [];
  connection.findStoredVotes = async () => {
    vi.advanceTimersByTime(1_000);
    newer.push(cast());
    vi.advanceTimersByTime(QUEUE.waitMs - 1_000);
    return [undefined];
  };
  expect(await cast()).toBe('server.unavailable');
  expect(await Promise.all(newer)).toEqual(['accepted']);
  await box.close();
});

// This test fails if the halves are sent again however old they are: fifteen attempts.
it('the ballot box does not send a rolled-back vote again that has waited too long', async () => {
  connection.cast = async () => {
    waitTooLong();
    throw ROLLED_BACK;
  };
  expect(await Promise.all([cast(), cast(), cast()])).toEqual(Array(3).fill('server.unavailable'));
  expect(casts).toBe(1);
  await box.close();
});

// This test fails if each half is put in front of the one before: the first vote, which is late, is sent after the
// second.
it('the ballot box refuses a vote that waits too long also after the halves of its batch were put back', async () => {
  let answer: ((outcomes: string) => void) | undefined;
  connection.cast = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const before = cast();
  await expect.poll(() => casts, { interval: 0 }).toBe(1);
  const first = cast();
  vi.advanceTimersByTime(2_000);
  const second = cast();
  let openings = 0;
  opening = () => {
    openings += 1;
    if (openings <= 2) throw new Error('no connection');
  };
  // The time passes after the second half was put back and before the next check for late votes.
  refused = () => {
    if (openings === 2) queueMicrotask(() => vi.advanceTimersByTime(QUEUE.waitMs - 1_000));
  };
  connection.cast = async (ballots) => {
    if (openings > 2) return 'A'.repeat(ballots.length);
    setImmediate(die);
    throw ROLLED_BACK;
  };
  answer?.('A');
  expect(await before).toBe('accepted');
  expect(await Promise.all([first, second])).toEqual(['server.unavailable', 'accepted']);
  expect([openings, casts]).toEqual([3, 3]);
  await box.close();
});
