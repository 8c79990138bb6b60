import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { lookAtLog, readLog, readServedLog } from '@laurel/support/public-log';
import { votersOf } from '@laurel/support/voters';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { nodeVerifier, signerOf } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { beforeAll, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { addCosignature } from '../features/public-log/witnesses.store.ts';
import { checkPublicLog, checkWitnesses } from './log-checks.ts';
import { useFolder } from './testing.ts';

const VOTERS = 300;
const api = useTestApi();
const owner = useOwner(api);
const folder = useFolder('file');

beforeAll(async () => {
  const [nomination] = api.deps.edition.nominations;
  const [category] = nomination?.categories ?? [];
  const ballot = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
  for (const { token } of await votersOf(api, VOTERS)) {
    expect((await api.post('/vote', ballot, { token })).statusCode).toBe(201);
  }
  await lookAtLog(api);
});

const laurel = (...argv: string[]) => laurelOver(api)(['log', ...argv]);
const check = (now = api.clock.now()) => checkPublicLog(api.deps.config, api.deps.pool, now);

describe('laurel log', () => {
  it('status says what the log has, and what waits', async () => {
    const { code, lines } = await laurel('status');
    expect(code).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`: ${VOTERS + 2} leaves, ${VOTERS} of them votes, signed at `));
    expect(lines.join('\n')).toContain('Waiting: 0 votes. They enter in groups of 20, or after 10 s.');
  });

  it('verify finds nothing in a sound log', async () => {
    const { code, lines, problems } = await laurel('verify');
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(lines).toEqual([
      `The log is sound: ${VOTERS + 2} leaves, each of ${VOTERS} votes opens its own, and 1 checkpoints are those of its tree.`,
    ]);
  });

  it('export writes leaves as JSON, and files that anybody can serve', async () => {
    const { octets } = await readServedLog(api);
    const printed = await laurel('export', '--json');
    const { leaves, verifierKey } = JSON.parse(printed.written());
    expect(leaves).toEqual(octets.map((leaf) => Buffer.from(leaf).toString('base64')));
    const out = join(folder, 'log');
    expect((await laurel('export', '--out', out)).code).toBe(0);
    const files = new Set(readdirSync(out, { recursive: true, encoding: 'utf8' }));
    const file = async (path: string) => (files.has(path) ? new Uint8Array(readFileSync(join(out, path))) : undefined);
    const whole = await readLog(file, await parseVerifierKey(nodeVerifier, verifierKey));
    expect(whole.octets).toEqual(octets);
    const again = await laurel('export', '--out', out);
    expect([again.code, again.problems.join()]).toEqual([2, expect.stringContaining('is not overwritten')]);
  });

  it.each([
    [
      'a vote',
      'votes',
      `UPDATE votes SET browser_nonce = '\\x11111111111111111111111111111111' WHERE voter_id = (SELECT voter_id FROM log_votes WHERE leaf = 40)`,
      'leaf 40 is not its vote',
    ],
    [
      'a removed vote',
      'votes',
      'DELETE FROM votes WHERE voter_id = (SELECT voter_id FROM log_votes WHERE leaf = 40)',
      'leaf 40 is no vote of the database',
    ],
    [
      'an edition',
      'log_items',
      `UPDATE log_items SET content = content || ' ' WHERE leaf = 0`,
      'leaf 0 is not its edition',
    ],
    ['times', 'log_items', `UPDATE log_items SET ref = '- - -' WHERE leaf = 1`, 'leaf 1 is not its phase'],
    [
      'a note',
      'log_checkpoints',
      `UPDATE log_checkpoints SET note = replace(note, '302', '301')`,
      'was not signed with LOG_KEY',
    ],
    [
      'a hash',
      'log_tiles',
      `UPDATE log_tiles SET data = set_byte(data, 40, 255 - get_byte(data, 40)) WHERE level = 0 AND tile = 1`,
      'the tile 0/1 is not that of the leaves',
    ],
  ])('finds %s that was changed', async (_what, name, change, problem) => {
    const table = name === 'votes' ? name : `all_${name}`;
    await owner.query(`CREATE TABLE kept AS SELECT * FROM ${table}`, []);
    await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`, []);
    await owner.query(change, []);
    const { code, problems } = await laurel('verify');
    const found = await check();
    await owner.query(`DELETE FROM ${table}`, []);
    await owner.query(`INSERT INTO ${table} SELECT * FROM kept`, []);
    await owner.query('DROP TABLE kept', []);
    await owner.query(
      `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name === 'log_tiles' ? 'log_tiles_only_grow' : `${name}_append_only`}`,
      [],
    );
    expect([code, [...problems, found.detail].join('\n')]).toEqual([1, expect.stringContaining(problem)]);
    if (name === 'votes') expect(found).toMatchObject({ ok: false, detail: problem });
  });
});

describe('laurel doctor', () => {
  it('names the witnesses that have left a checkpoint without a cosignature for fifteen minutes', async () => {
    const witnesses = ['one', 'two', 'three'].map((key) => ({ key, url: `https://${key}.example.org` }));
    for (const [witness, size] of Object.entries({ one: 302, two: 301 })) {
      await addCosignature(api.deps.pool, { size, witness, line: `— ${witness} AAAA`, at: api.clock.now() });
    }
    const found = async (seconds: number) =>
      (await checkWitnesses(api.deps.pool, witnesses, after(api.clock.now(), seconds * 1_000)))?.detail;
    expect(await found(800)).toBeUndefined();
    expect(await found(1_000)).toMatch(
      /^witnesses do not cosign: https:\/\/two\.example\.org since .*, https:\/\/three\.example\.org since /,
    );
  });

  // This test failed: the log had stopped because of a witness, and doctor and `log status` reported a sound one.
  it('reports the checkpoint of a witness that contradicts the log, and the way out, as log status does', async () => {
    const { config, edition } = api.deps;
    const [origin = ''] = api.deps.publicLog.log?.published.current()?.note.split('\n') ?? [];
    const signer = await signerOf(config.logKey ?? Buffer.alloc(0), origin);
    const file = join(config.DATA_DIR, `log-${edition.year}.evidence`);
    writeFileSync(file, await signCheckpoint(signer, { size: 303, root: new Uint8Array(32) }));
    const [found, status] = [await check(), await laurel('status')];
    const verified = await laurel('verify');
    rmSync(file);
    const detail = 'the database has 302 leaves, but 303 were shown to a witness';
    expect(found).toMatchObject({ ok: false, detail, advice: expect.stringContaining('Restore a newer backup') });
    for (const { code, problems } of [status, verified]) {
      expect([code, problems]).toEqual([1, [expect.stringContaining(`${detail}. Restore a newer backup`)]]);
    }
  });

  // This test failed: the container of doctor did not see the file, and it reported a sound log.
  it('reports that nothing was compared if there is no file of what was shown', async () => {
    const { DATA_DIR } = api.deps.config;
    const [name = ''] = readdirSync(DATA_DIR).filter((each) => /^log-\d+\.checkpoint$/.test(each));
    renameSync(join(DATA_DIR, name), join(folder, name));
    const found = await check();
    renameSync(join(folder, name), join(DATA_DIR, name));
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining('302 leaves, not compared') });
    expect(found.detail).toContain(name);
  });

  it('passes with a log that continues, and reports votes that wait too long', async () => {
    expect(await check()).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^302 leaves, compared with the votes, signed at /),
    });
    const [late] = await votersOf(api, 1);
    await owner.query(
      `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at)
       SELECT a.voter_id, n.category_id, n.id, $2 FROM accounts a, (SELECT * FROM nominees ORDER BY id DESC LIMIT 1) n WHERE a.id = $1`,
      [late?.accountId, api.clock.now()],
    );
    // An open transaction of another test holds the vote back, so that it does not count as waiting.
    await expect
      .poll(() => check(after(api.clock.now(), 80_000)))
      .toMatchObject({ ok: false, detail: expect.stringMatching(/^votes wait since/) });
    expect(await check(after(api.clock.now(), 60_000))).toMatchObject({ ok: true });
  });

  // This test failed: doctor and verify reported a sound log, and a bundle was to wait some seconds, for ever.
  it.each([
    ['of long ago', 3],
    ['that does not exist', 9e15],
  ])('reports a vote with the number of a transaction %s, as log verify does', async (_what, tx) => {
    const [voter] = await votersOf(api, 1);
    await owner.query(
      `INSERT INTO votes (voter_id, category_id, nominee_id, cast_at, tx)
       SELECT a.voter_id, n.category_id, n.id, $2, $3 FROM accounts a, (SELECT * FROM nominees ORDER BY id LIMIT 1) n WHERE a.id = $1`,
      [voter?.accountId, api.clock.now(), tx],
    );
    const [found, { code, problems }] = [await check(), await laurel('verify')];
    await owner.query('ALTER TABLE votes DISABLE TRIGGER USER', []);
    await owner.query('DELETE FROM votes WHERE tx = $1', [tx]);
    await owner.query('ALTER TABLE votes ENABLE ALWAYS TRIGGER votes_append_only', []);
    const text = '1 votes are not in the log and never enter it';
    expect(found).toMatchObject({ ok: false, detail: expect.stringContaining(text) });
    expect([code, problems.join()]).toEqual([1, expect.stringContaining(text)]);
  });
});
