import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EditionImport, ImportRefusedError, importEdition, newestEditionId, readEdition } from './editions.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';
import { castVotes, connect, countWaiting, insertVoter, insertVoters, THEN } from './testing-rows.ts';

const at = (minutes: number): Date => new Date(THEN.getTime() + minutes * 60_000);
const company = (name: string) => ({ nomination: 'media', niche: 'blog', company: name });
const edition = (change: Partial<EditionImport> = {}): EditionImport => ({
  year: 2026,
  digest: 'first',
  approvals: 1,
  embargo: false,
  facts: { year: '2026' },
  files: new Map([['edition.yaml', Buffer.from('year: 2026')]]),
  nominees: [company('one'), company('two')],
  opensAt: null,
  closesAt: null,
  announcedAt: null,
  ...change,
});

describe('importing an edition', () => {
  let test: TestDatabase;
  let owner: pg.Client;
  let pool: pg.Pool;
  beforeEach(async () => {
    test = await createTestDatabase();
    owner = await connect(test.migrateUrl);
    pool = new pg.Pool({ connectionString: test.url, max: 2 });
    // A pool ends before its connections do, so dropping the database may still break one.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  });
  afterEach(async () => {
    await pool.end();
    await owner.end();
    await test.drop();
  });

  const run = (
    change: Partial<EditionImport>,
    options: { reason?: string; allowWithdraw?: boolean; dryRun?: boolean } = {},
  ) =>
    importEdition(owner, edition(change), {
      by: { actor: 'olena', reason: options.reason ?? null },
      now: () => at(60),
      ...(options.allowWithdraw ? { allowWithdraw: true } : {}),
      ...(options.dryRun ? { dryRun: true } : {}),
    });
  const entries = async () =>
    (await pool.query('SELECT at, actor, action, subject, reason, detail FROM audit_entries ORDER BY id')).rows;
  const times = async () =>
    (await pool.query('SELECT DISTINCT opens_at AS opens, closes_at AS closes FROM categories')).rows;
  /** All data that an import may change. */
  const everything = async () => [
    await entries(),
    await times(),
    (await pool.query('SELECT company, withdrawn_at FROM nominees ORDER BY id')).rows,
    (await pool.query('SELECT digest, files FROM editions ORDER BY id')).rows,
  ];
  const vote = async (name: string): Promise<void> => {
    const { sessionId } = await insertVoter(owner);
    const { rows } = await owner.query<{ id: number }>('SELECT id FROM nominees WHERE company = $1', [name]);
    expect(await castVotes(owner, [[sessionId, rows[0]?.id ?? 0]])).toBe('A');
  };

  it('stores its files and records itself in the audit log, once', async () => {
    expect(await newestEditionId(pool, 2026)).toBeUndefined();
    expect(await readEdition(pool)).toBeUndefined();
    expect(await run({})).toMatchObject({ added: 2, changed: true, times: null });
    const stored = await readEdition(pool);
    expect(stored).toMatchObject({ digest: 'first', importedAt: new Date(at(60).getTime() + 1) });
    expect(stored?.files).toEqual(edition().files);
    expect(await newestEditionId(pool, 2026)).toBe(stored?.id);
    expect(await run({})).toMatchObject({ added: 0, changed: false });
    expect(await entries()).toEqual([
      {
        at: stored?.importedAt,
        actor: 'olena',
        action: 'edition.import',
        subject: '2026',
        reason: null,
        detail: { added: 2, withdrawn: 0, restored: 0, digest: 'first' },
      },
    ]);
  });

  it('accepts new texts, and changes of nominees without votes, without a reason', async () => {
    await run({});
    expect(await run({ digest: 'second' })).toMatchObject({ changed: true });
    expect(await run({ digest: 'third', nominees: [company('two'), company('three')] })).toMatchObject({
      added: 1,
      withdrawn: 1,
    });
    expect((await readEdition(pool))?.digest).toBe('third');
    expect(await entries()).toHaveLength(3);
  });

  it.each<[string, Partial<EditionImport>]>([
    ['when voting opens', { opensAt: at(30) }],
    ['when voting closes', { closesAt: at(120) }],
    ['when winners are announced, and voting has a closing time', { closesAt: at(180), announcedAt: at(200) }],
  ])('needs a reason to move %s', async (_what, change) => {
    await run({ closesAt: change.announcedAt ? at(180) : null, announcedAt: change.announcedAt ? at(300) : null });
    const before = await everything();
    await expect(run({ digest: 'second', ...change })).rejects.toThrow(
      /^this changes the vote \(.* → .*Say why with --reason/,
    );
    expect(await everything()).toEqual(before);
    expect(await run({ digest: 'second', ...change }, { reason: 'the jury asked' })).toMatchObject({
      times: { before: expect.anything(), after: expect.anything() },
    });
    expect((await entries()).at(-1)).toMatchObject({
      reason: 'the jury asked',
      detail: { closesBefore: expect.any(String) },
    });
  });

  it('needs no reason for a time that an organiser has already moved', async () => {
    await run({});
    await owner.query(`INSERT INTO phase_times VALUES ('closes', $1), ('announced', $2)`, [at(500), at(600)]);
    await owner.query('UPDATE categories SET closes_at = $1', [at(500)]);
    expect(await run({ digest: 'second', closesAt: at(120), announcedAt: at(130) })).toMatchObject({ times: null });
    expect(await times()).toEqual([{ opens: null, closes: at(500) }]);
  });

  it('needs the flag and a reason to withdraw a nominee with votes', async () => {
    await run({});
    await vote('one');
    const shorter = { digest: 'second', nominees: [company('two')] };
    const before = await everything();
    await expect(run(shorter, { reason: 'they left' })).rejects.toThrow('media/blog/one. List them again');
    await expect(run(shorter, { allowWithdraw: true })).rejects.toThrow('withdrawn with votes: media/blog/one');
    await expect(run(shorter, { allowWithdraw: true })).rejects.toBeInstanceOf(ImportRefusedError);
    expect(await everything()).toEqual(before);
    await run(shorter, { allowWithdraw: true, reason: 'they left' });
    expect((await entries()).at(-1)).toMatchObject({
      reason: 'they left',
      detail: { withdrawn: 1, votesWithdrawn: 1 },
    });
  });

  it('accepts an end one millisecond after the import, and an announcement at the same time', async () => {
    await run({});
    const end = new Date(at(60).getTime() + 2);
    expect((await run({ closesAt: end, announcedAt: end }, { reason: 'the jury asked' })).changed).toBe(true);
  });

  it.each<[string, Partial<EditionImport>, string]>([
    ['an end in the past', { closesAt: at(59) }, 'voting would have ended in the past'],
    ['an end at the current time', { closesAt: at(60) }, 'voting would have ended in the past'],
    ['an end at the time of the import', { closesAt: new Date(at(60).getTime() + 1) }, 'ended in the past'],
    ['an announcement in the past', { announcedAt: at(10) }, 'voting would have ended in the past'],
    ['an end before the start', { opensAt: at(90), closesAt: at(80) }, 'before it opens'],
    ['an end at the start', { opensAt: at(80), closesAt: at(80) }, 'before it opens'],
    ['an announcement before the end', { closesAt: at(90), announcedAt: at(80) }, 'before voting closes'],
  ])('rejects %s, even with a reason', async (_what, change, output) => {
    await run({});
    const before = await everything();
    await expect(run(change, { reason: 'the jury asked' })).rejects.toThrow(output);
    expect(await everything()).toEqual(before);
  });

  it('accepts the times of an edition that is over as the first import', async () => {
    expect(await run({ closesAt: at(10), announcedAt: at(20) })).toMatchObject({ added: 2, times: null });
    expect(await run({ digest: 'second', closesAt: at(10), announcedAt: at(20) })).toMatchObject({ changed: true });
  });

  it('reports the result of a dry run and changes nothing', async () => {
    await run({});
    const before = await everything();
    expect(await run({ digest: 'second', nominees: [company('three')] }, { dryRun: true })).toMatchObject({
      added: 1,
      withdrawn: 2,
      changed: true,
    });
    await expect(run({ closesAt: at(90) }, { dryRun: true })).rejects.toThrow('Say why with --reason');
    expect(await everything()).toEqual(before);
  });

  it('changes nothing if the audit log rejects the entry', async () => {
    await run({});
    const before = await everything();
    await owner.query('ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (false) NOT VALID');
    await expect(run({ digest: 'second', nominees: [company('three')] })).rejects.toMatchObject({ constraint: 'none' });
    await owner.query('ALTER TABLE audit_entries DROP CONSTRAINT none');
    expect(await everything()).toEqual(before);
  });

  it('needs the owner: the application may only read editions', async () => {
    await run({});
    for (const sql of [
      `INSERT INTO editions (imported_at, digest, files) VALUES ('2026-01-01', 'x', '{}')`,
      `UPDATE editions SET digest = 'x'`,
      'DELETE FROM editions',
    ]) {
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('waits for votes that are being written, and applies the moved end to later ones', async () => {
    await run({});
    const { rows } = await owner.query<{ id: number }>('SELECT min(id) AS id FROM nominees');
    const nominee = rows[0]?.id ?? 0;
    const voters = await insertVoters(owner, 2);
    const [one, two] = [await connect(test.url), await connect(test.url)];
    // A batch is being written, sent a second before the end that the import will set.
    await one.query('BEGIN');
    expect(await castVotes(one, [[voters[0]?.sessionId ?? '', nominee]], new Date(at(61).getTime() - 1_000))).toBe('A');
    // This test fails if publish_edition() alone stops the ballots: the clock was read before.
    const now = vi.fn(() => at(60));
    const by = { actor: 'olena', reason: 'a race' };
    const importing = importEdition(owner, edition({ digest: 'second', closesAt: at(61) }), { by, now });
    await expect.poll(() => countWaiting(pool)).toBe(1);
    expect(now).not.toHaveBeenCalled();
    // A batch that arrives while the import waits, sent after the new end, must be rejected.
    const late = castVotes(two, [[voters[1]?.sessionId ?? '', nominee]], new Date(at(61).getTime() + 1_000));
    await expect.poll(() => countWaiting(pool)).toBe(2);
    await one.query('COMMIT');
    await importing;
    expect(await late).toBe('C');
    await Promise.all([one.end(), two.end()]);
  });

  it('reports the cause when its connection is terminated', async () => {
    await run({});
    const [voting, importer] = [await connect(test.url), await connect(test.migrateUrl)];
    importer.on('error', () => undefined);
    await voting.query('BEGIN');
    await voting.query('SELECT pg_advisory_xact_lock_shared(5203176)');
    const by = { actor: 'olena', reason: null };
    const importing = importEdition(importer, edition({ digest: 'second' }), { by, now: () => at(60) });
    const refused = expect(importing).rejects.toMatchObject({ code: '57P01' });
    await expect
      .poll(
        async () =>
          (
            await owner.query(
              `SELECT pg_terminate_backend(pid) FROM pg_locks
                WHERE locktype = 'advisory' AND NOT granted
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
            )
          ).rowCount,
      )
      .toBe(1);
    await refused;
    await voting.end();
    await importer.end().catch(() => undefined);
    expect(await newestEditionId(pool, 2026)).toBe(1);
  });
});
