import { startTestApi, type TestApi } from '@laurel/support/harness';
import { createVoters, type Voter } from '@laurel/support/voters';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { QUEUE } from './ballot.policy.ts';
import { type BallotBox, createBallotBox } from './ballot.service.ts';
import { openWriter } from './ballot.store.ts';

let api: TestApi;
let owner: pg.Client;
let box: BallotBox;
let troubles: string[];
let batches: number[];
let nominees: { id: number; categoryId: number }[];

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.migrateUrl);
  await owner.connect();
  nominees = await api.deps.db.nominee.findMany({ select: { id: true, categoryId: true }, orderBy: { id: 'asc' } });
});
beforeEach(() => {
  troubles = [];
  batches = [];
  box = createBallotBox({
    openWriter: () => openWriter(api.deps.databaseUrl, 0),
    now: () => new Date(),
    observer: {
      batch: (size) => batches.push(size),
      outcome: () => {},
      trouble: (_error, what) => troubles.push(what),
    },
  });
});
afterEach(() => box.close());
afterAll(async () => {
  await owner.end();
  await api.close();
});

const voters = (count: number): Promise<Voter[]> =>
  createVoters({ migrateUrl: api.migrateUrl, tokens: api.deps.tokens, now: new Date(), count });
const ballotOf = (voter: Voter | undefined, index = 0) => {
  const nominee = nominees[index];
  if (!voter || !nominee) throw new Error('no voter or no nominee');
  return { sessionId: voter.sessionId, nomineeId: nominee.id, categoryId: nominee.categoryId };
};
const votesStored = (): Promise<number> => api.deps.db.vote.count();

describe('a batch that PostgreSQL refuses', () => {
  afterEach(async () => {
    await owner.query('DROP TRIGGER IF EXISTS refuse_one ON votes; DROP FUNCTION IF EXISTS refuse_one()');
  });
  /** Makes the database roll back every batch that holds a vote of this voter. */
  const refuseVotesOf = async (voter: Voter | undefined): Promise<void> => {
    const { rows } = await owner.query<{ voter_id: string }>('SELECT voter_id FROM accounts WHERE id = $1', [
      voter?.accountId,
    ]);
    await owner.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.voter_id = '${rows[0]?.voter_id}' THEN RAISE EXCEPTION 'refused' USING ERRCODE = 'disk_full'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON votes FOR EACH ROW EXECUTE FUNCTION refuse_one()`);
  };

  // Seen failing with the second half not retried (255 votes are never answered), and with a batch given up by its
  // attempts whatever its size (more than one vote is refused).
  it.each([0, 100, QUEUE.batch - 1])(
    'row %i of a full batch is refused alone; all others are recorded',
    async (bad) => {
      const people = await voters(QUEUE.batch);
      await refuseVotesOf(people[bad]);
      const before = await votesStored();
      const outcomes = await Promise.all(
        people.map((voter, index) =>
          box.cast(ballotOf(voter, index % nominees.length)).catch((error: { code?: string }) => error.code),
        ),
      );
      expect(outcomes[bad]).toBe('server.unavailable');
      expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(QUEUE.batch - 1);
      expect(await votesStored()).toBe(before + QUEUE.batch - 1);
      expect(new Set(troubles)).toEqual(new Set(['rolled_back']));
      expect(batches.reduce((sum, size) => sum + size, 0)).toBe(QUEUE.batch - 1);
    },
  );
});

describe('a batch that is committed, but whose second commit PostgreSQL refuses', () => {
  const confirmation = 'FUNCTION pg_logical_emit_message(boolean, text, text, boolean)';
  const allowConfirmation = () => owner.query(`GRANT EXECUTE ON ${confirmation} TO PUBLIC`);
  afterEach(allowConfirmation);

  // Seen failing with the refusal taken for a roll-back: the batch is sent again, and voters whose vote was recorded a
  // moment ago are told that they had voted before.
  it('is in doubt and looked up: a recorded vote is accepted, an earlier one exists', async () => {
    const [earlier, ...others] = await voters(6);
    expect(await box.cast(ballotOf(earlier, 0))).toBe('accepted');
    const before = await votesStored();
    await owner.query(`REVOKE EXECUTE ON ${confirmation} FROM PUBLIC`);
    const casting = Promise.all([ballotOf(earlier, 1), ...others.map((voter) => ballotOf(voter))].map(box.cast));
    await expect.poll(() => troubles.length, { timeout: 10_000 }).toBeGreaterThan(1);
    await allowConfirmation();
    expect(await casting).toEqual(['exists', ...others.map(() => 'accepted')]);
    expect(troubles[0]).toBe('in_doubt');
    expect(await votesStored()).toBe(before + others.length);
  });
});
