import { randomBytes } from 'node:crypto';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { type FaultyProxy, startProxy } from '@laurel/support/proxy';
import { newVoter } from '@laurel/support/voters';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createBallotBox } from './ballot.service.ts';
import { type Ballot, openWriter, type Writer } from './ballot.store.ts';

/** No batch that is not held back takes so long. */
const MOST_DELAY_MS = 600_000;

const api = useTestApi();
const owner = useOwner(api);
let proxy: FaultyProxy;
let writer: Writer;
let nominee: { id: number; categoryId: number };

beforeAll(async () => {
  proxy = await startProxy(api.deps.databaseUrl);
  nominee = await api.deps.db.nominee.findFirstOrThrow({ orderBy: { id: 'asc' } });
});
beforeEach(async () => {
  writer = await openWriter(proxy.url, 0, MOST_DELAY_MS);
});
afterEach(() => writer.destroy());
afterAll(() => proxy.close());

const newBallot = async (): Promise<Ballot> => ({
  sessionId: (await newVoter(api)).sessionId,
  nomineeId: nominee.id,
  categoryId: nominee.categoryId,
  nonces: randomBytes(32),
});
/** A time so long ago that a batch of it is refused. */
const tooLongAgo = (): Date => new Date(Date.now() - MOST_DELAY_MS - 1);
const storedVotes = (): Promise<number> => api.deps.db.vote.count();
const isBackendGone = async (): Promise<boolean> => {
  const { rows } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [writer.backend.pid]);
  return rows.length === 0;
};

describe('a batch that the network holds back', () => {
  // This test fails without the comparison in cast_votes(): the vote is stored.
  it('is not stored when it arrives too late', async () => {
    const before = await storedVotes();
    const casting = writer.cast([await newBallot()], tooLongAgo());
    await expect(casting).rejects.toMatchObject({ code: 'LA003' });
    expect(await storedVotes()).toBe(before);
  });

  it('is not stored when its process has given up and it arrives afterwards', async () => {
    const [before, ballot] = [await storedVotes(), await newBallot()];
    const broken = proxy.broken;
    proxy.breakNext('hold');
    const casting = expect(writer.cast([ballot], tooLongAgo())).rejects.toThrow();
    await expect.poll(() => proxy.broken).toBe(broken + 1);
    writer.destroy();
    await casting;
    proxy.release();
    await expect.poll(isBackendGone).toBe(true);
    expect(await storedVotes()).toBe(before);
  });

  // This test fails without transaction_timeout: the transaction waits as long as the network does, and is committed
  // then.
  it('is not stored when its last octets arrive too late', async () => {
    const [before, ballot] = [await storedVotes(), await newBallot()];
    proxy.breakNext('hold_end');
    const casting = expect(writer.cast([ballot], new Date())).rejects.toThrow();
    await expect.poll(isBackendGone).toBe(true);
    proxy.release();
    await casting;
    expect(await storedVotes()).toBe(before);
  });
});

describe('the ballot box', () => {
  // This test fails with only client.end(): a server that vanished never closes its side, and close() does not return.
  it('closes its idle connection when its server has vanished', async () => {
    const vanishing = await startProxy(api.deps.databaseUrl);
    onTestFinished(() => vanishing.close());
    const observer = { batch: () => {}, outcome: () => {}, problem: () => {} };
    const open = () => openWriter(vanishing.url, 0);
    const box = createBallotBox({ openWriter: open, now: () => new Date(), promises: undefined, observer });
    expect((await box.cast(await newBallot())).outcome).toBe('accepted');
    vanishing.silence();
    await box.close();
  });

  // This test fails if LA003 counts as in doubt: the box ends the backend, and looks the vote up.
  it.each([
    ['accepted while voting is open', null, 'accepted'],
    ['refused when voting has ended meanwhile', `now() - interval '1 second'`, 'closed'],
  ] as const)('sends a late batch again with its new time: a vote is %s', async (_what, end, outcome) => {
    const problems: string[] = [];
    // The first attempt is held back until it is late.
    const times = [tooLongAgo()];
    const box = createBallotBox({
      openWriter: async () => writer,
      now: () => times.shift() ?? new Date(),
      promises: undefined,
      observer: { batch: () => {}, outcome: () => {}, problem: (_error, what) => problems.push(what) },
    });
    const [before, ballot] = [await storedVotes(), await newBallot()];
    try {
      await owner.query(`UPDATE categories SET closes_at = ${end} WHERE id = $1`, [nominee.categoryId]);
      expect((await box.cast(ballot)).outcome).toBe(outcome);
      expect(problems).toEqual(['rolled_back']);
      expect(await storedVotes()).toBe(before + (outcome === 'accepted' ? 1 : 0));
    } finally {
      await owner.query('UPDATE categories SET closes_at = NULL WHERE id = $1', [nominee.categoryId]);
      await box.close();
    }
  });
});

// This test fails without the writer's own setting: a crash of the server would lose votes that were acknowledged.
it('a vote is on disk before it is acknowledged, whatever the default of the database is', async () => {
  const database = new URL(api.migrateUrl).pathname.slice(1);
  await owner.query(`
    ALTER DATABASE ${database} SET synchronous_commit = off;
    CREATE TABLE seen (setting text);
    CREATE FUNCTION note_setting() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
    CREATE TRIGGER note_setting AFTER INSERT ON votes FOR EACH ROW EXECUTE FUNCTION note_setting()`);
  // Only a new connection has the default.
  const opened = await openWriter(api.deps.databaseUrl, 0);
  try {
    await opened.cast([await newBallot()], new Date());
  } finally {
    await opened.end();
  }
  expect((await owner.query('SELECT setting FROM seen')).rows).toEqual([{ setting: 'on' }]);
});
