import { randomBytes } from 'node:crypto';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { openStored } from '@laurel/support/promises';
import { type FaultyProxy, startProxy } from '@laurel/support/proxy';
import { votersOf } from '@laurel/support/voters';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogKey } from '../../crypto/log-key.ts';
import type { Voter } from '../../rehearsal/voters.ts';
import { type Outcome, QUEUE } from './ballot.policy.ts';
import { type BallotBox, createBallotBox } from './ballot.service.ts';
import { type Ballot, openWriter } from './ballot.store.ts';
import { createPromises, type LeafNames } from './promises.service.ts';

const api = useTestApi();
const owner = useOwner(api);
let proxy: FaultyProxy;
let box: BallotBox;
/** Where the next writer connects. */
let address: string;
let problems: string[];
let batches: number[];
let nominees: { id: number; categoryId: number }[];
let names: Map<number, LeafNames>;
let given: string[];
/** Promises fail while this is set. */
let noPromises = false;

const LOG = { origin: 'awards.example/log/2026', year: 2026, seed: randomBytes(32) };
const promises = createPromises({ key: createLogKey(LOG.seed), log: LOG, namesOf: (id) => names.get(id) });

beforeAll(async () => {
  proxy = await startProxy(api.deps.databaseUrl);
  const rows = await api.deps.db.nominee.findMany({ include: { category: true }, orderBy: { id: 'asc' } });
  nominees = rows.map(({ id, categoryId }) => ({ id, categoryId }));
  names = new Map(
    rows.map(({ id, company, category: { nomination, niche } }) => [
      id,
      { category: `${nomination}/${niche}`, nominee: company },
    ]),
  );
});
beforeEach(() => {
  problems = [];
  batches = [];
  given = [];
  noPromises = false;
  address = proxy.url;
  box = createBallotBox({
    openWriter: () => openWriter(address, 0),
    now: () => new Date(),
    promises: (votes) => {
      if (noPromises) throw new Error('no promises today');
      return promises(votes);
    },
    observer: {
      batch: (size) => batches.push(size),
      outcome: () => {},
      problem: (_error, what) => problems.push(what),
    },
  });
});
afterEach(async () => {
  await box.close();
  // Every promised vote is stored, whatever happened to its batch.
  await openStored(owner, given, LOG);
});
afterAll(() => proxy.close());

/** The nonce of a browser, and the octets that stand for a missing nonce. */
const BROWSER = randomBytes(16);
const NONE = new Uint8Array(16);
const voters = (count: number): Promise<Voter[]> => votersOf(api, count);
const ballotOf = (voter: Voter | undefined, index = 0) => {
  const nominee = nominees[index % nominees.length];
  if (!voter || !nominee) throw new Error('no voter or no nominee');
  return {
    sessionId: voter.sessionId,
    nomineeId: nominee.id,
    categoryId: nominee.categoryId,
    nonces: Buffer.concat([randomBytes(16), BROWSER]),
  };
};
/** The same vote with the nonce of another browser. The server's nonce stays. */
const fromBrowser = (ballot: Ballot, browser: Uint8Array): Ballot => ({
  ...ballot,
  nonces: Buffer.concat([ballot.nonces.subarray(0, 16), browser]),
});
/** Casts a vote and keeps its promise. */
const cast = async (ballot: Ballot): Promise<Outcome> => {
  const { outcome, promise } = await box.cast(ballot);
  if (promise !== undefined) given.push(JSON.parse(promise));
  return outcome;
};
const storedVotes = (): Promise<number> => api.deps.db.vote.count();

describe('the ballot box, when the result of a batch is lost', () => {
  // This test fails if `resolveDoubts` sends the batch again at once: the voter's own vote is returned as "exists".
  it.each(['lose_answer', 'lose_question'] as const)('returns the true outcome: %s', async (fault) => {
    const [first, second] = await voters(2);
    expect(await cast(ballotOf(first))).toBe('accepted');
    const before = await storedVotes();
    proxy.breakNext(fault);
    expect(await cast(ballotOf(second))).toBe('accepted');
    expect(problems).toContain('in_doubt');
    expect(await storedVotes()).toBe(before + 1);
    expect(given).toHaveLength(2);
  });

  // This test fails if every found vote is promised: both requests get a promise of the same leaf.
  it('promises a vote once if its browser sent two requests at the same time', async () => {
    const [first, voter] = await voters(2);
    await cast(ballotOf(first));
    proxy.breakNext('lose_answer');
    const outcomes = await Promise.all([cast(ballotOf(voter)), cast(ballotOf(voter))]);
    expect(outcomes).toEqual(['accepted', 'accepted']);
    expect(problems).toContain('in_doubt');
    expect(given).toHaveLength(2);
  });

  // This test fails if only the nominees are compared: the second browser's vote is accepted although it is not the
  // stored one.
  it.each([
    ['another browser sent: it exists', randomBytes(16), 'exists'],
    ['a client without a nonce sent: it exists', NONE, 'exists'],
    ['this browser sent: it is accepted', BROWSER, 'accepted'],
  ] as const)('finds a vote for the same nominee that %s', async (_title, browser, outcome) => {
    const [voter] = await voters(1);
    expect(await cast(ballotOf(voter))).toBe('accepted');
    proxy.breakNext('lose_answer');
    expect(await cast(fromBrowser(ballotOf(voter), browser))).toBe(outcome);
    expect(problems).toContain('in_doubt');
    expect(given).toHaveLength(1);
  });

  it('accepts a repeated vote of a client that sends no nonce', async () => {
    const [voter] = await voters(1);
    expect(await cast(fromBrowser(ballotOf(voter), NONE))).toBe('accepted');
    proxy.breakNext('lose_answer');
    expect(await cast(fromBrowser(ballotOf(voter), NONE))).toBe('accepted');
    expect(given).toHaveLength(1);
  });

  it('returns "exists" when the voter has an earlier vote for another nominee', async () => {
    const [voter] = await voters(1);
    expect(await cast(ballotOf(voter, 0))).toBe('accepted');
    proxy.breakNext('lose_answer');
    expect(await cast(ballotOf(voter, 1))).toBe('exists');
  });

  it('returns the true outcome of every vote of a large batch', async () => {
    const [first, ...people] = await voters(301);
    expect(await cast(ballotOf(first))).toBe('accepted');
    const [before, broken] = [await storedVotes(), proxy.broken];
    proxy.breakNext('lose_answer');
    const outcomes = await Promise.all(people.map((voter, index) => cast(ballotOf(voter, index))));
    expect(new Set(outcomes)).toEqual(new Set(['accepted']));
    expect(await storedVotes()).toBe(before + 300);
    expect(proxy.broken).toBe(broken + 1);
    expect(given).toHaveLength(301);
  });
});

it('a vote that can’t be promised is accepted, and the failure is reported', async () => {
  const [voter] = await voters(1);
  noPromises = true;
  expect(await box.cast(ballotOf(voter))).toEqual({ outcome: 'accepted', promise: undefined });
  expect(problems).toEqual(['promise']);
});

describe('a batch with a bad row', () => {
  it('stores all its other rows', async () => {
    const people = await voters(20);
    const bad = { ...ballotOf(people[0]), nomineeId: 2_000_000_000 };
    const unknown = { ...ballotOf(people[1]), sessionId: '00000000-0000-4000-8000-000000000000' };
    const outcomes = await Promise.all([bad, unknown, ...people.slice(2).map((voter) => ballotOf(voter))].map(cast));
    expect(outcomes.slice(0, 2)).toEqual(['not_nominated', 'session_invalid']);
    expect(outcomes.slice(2).every((outcome) => outcome === 'accepted')).toBe(true);
  });
});

describe('a batch that PostgreSQL rolls back', () => {
  // The clock of the queue stands still: on a slow machine, the attempts take longer than a vote may wait.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());
  afterEach(() => owner.query('DROP TRIGGER IF EXISTS refuse_one ON votes; DROP FUNCTION IF EXISTS refuse_one()'));
  /** Makes the database roll back every batch with a vote of this voter. */
  const rollBackVotesOf = async (voter: Voter | undefined): Promise<void> => {
    const { rows } = await owner.query('SELECT voter_id FROM accounts WHERE id = $1', [voter?.accountId]);
    await owner.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.voter_id = '${rows[0]?.voter_id}' THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'disk_full'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON votes FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
  };

  // This test fails if the writer is kept: it stays read-only, whatever the server allows later, and every vote is
  // refused.
  it('because the connection only reads is refused, and the next batch takes another connection', async () => {
    const [first, second] = await voters(2);
    const onlyReads = new URL(proxy.url);
    onlyReads.searchParams.set('options', '-c default_transaction_read_only=on');
    address = onlyReads.href;
    await expect(cast(ballotOf(first))).rejects.toMatchObject({ code: 'server.unavailable' });
    address = proxy.url;
    expect(await cast(ballotOf(second))).toBe('accepted');
    expect(new Set(problems)).toEqual(new Set(['rolled_back']));
  });

  // This test fails if the second half is not retried (255 votes are never answered), and if a batch of any size is
  // given
  // up after its attempts (more than one vote is rejected).
  it.each([0, 100, QUEUE.batch - 1])('rejects row %i of a full batch and stores all others', async (bad) => {
    const people = await voters(QUEUE.batch);
    await rollBackVotesOf(people[bad]);
    const before = await storedVotes();
    const outcomes = await Promise.all(
      people.map((voter, index) => cast(ballotOf(voter, index)).catch((error: { code?: string }) => error.code)),
    );
    expect(outcomes[bad]).toBe('server.unavailable');
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(QUEUE.batch - 1);
    expect(await storedVotes()).toBe(before + QUEUE.batch - 1);
    expect(new Set(problems)).toEqual(new Set(['rolled_back']));
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(QUEUE.batch - 1);
    expect(given).toHaveLength(QUEUE.batch - 1);
  });
});

describe('a batch that is committed, but whose confirming commit PostgreSQL rejects', () => {
  const confirmation = 'FUNCTION pg_logical_emit_message(boolean, text, text, boolean)';
  const allowConfirmation = () => owner.query(`GRANT EXECUTE ON ${confirmation} TO PUBLIC`);
  afterEach(allowConfirmation);

  // This test fails with the error taken for a rollback: the batch is sent again, and new votes are returned as
  // "exists".
  it('is looked up: a new vote is accepted, an earlier one exists', async () => {
    const [earlier, ...others] = await voters(6);
    expect(await cast(ballotOf(earlier, 0))).toBe('accepted');
    const before = await storedVotes();
    await owner.query(`REVOKE EXECUTE ON ${confirmation} FROM PUBLIC`);
    const casting = Promise.all([ballotOf(earlier, 1), ...others.map((voter) => ballotOf(voter))].map(cast));
    await expect.poll(() => problems.length).toBeGreaterThan(1);
    await allowConfirmation();
    expect(await casting).toEqual(['exists', ...others.map(() => 'accepted')]);
    expect(problems[0]).toBe('in_doubt');
    expect(await storedVotes()).toBe(before + others.length);
    expect(given).toHaveLength(1 + others.length);
  });
});
