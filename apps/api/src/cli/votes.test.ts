import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEntries } from '@laurel/database/audit';
import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from './testing.ts';

const VOTES = 12_000;

const folder = useFolder('file');
const api = useTestApi();
const owner = useOwner(api);
beforeAll(() =>
  owner.query(
    `INSERT INTO votes
     SELECT gen_random_uuid(), n.category_id, n.id, timestamptz '2026-01-01' + i * interval '1 second'
       FROM generate_series(0, $1 - 1) i JOIN nominees n ON n.id = 1 + i / ($1 / 4)`,
    [VOTES],
  ),
);

const laurel = (...argv: string[]) => laurelOver(api)(['votes', 'export', ...argv]);
const entries = async () =>
  (await readEntries(api.deps.db, { since: null, limit: 100 })).filter(({ action }) => action === 'votes.export');
const countOf = (rows: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(rows, (row) => row)].map(([row, same]) => [row, same.length]));
const sha256Of = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

describe('laurel votes export', () => {
  it('writes a line for each vote without account and time, and reports the count', async () => {
    const { code, problems, lines, ...ran } = await laurel();
    const written = ran.written();
    const [head, ...rows] = written.trimEnd().split('\r\n');
    expect(head).toBe('nomination,niche,company,counted');
    expect(rows).toHaveLength(VOTES);
    const { rows: stored } = await owner.query<{ line: string; votes: number }>(
      `SELECT c.nomination || ',' || c.niche || ',' || n.company || ',true' AS line, count(*)::int AS votes
         FROM votes v JOIN nominees n ON n.id = v.nominee_id JOIN categories c ON c.id = v.category_id GROUP BY 1`,
    );
    expect(countOf(rows)).toEqual(Object.fromEntries(stored.map(({ line, votes }) => [line, votes])));
    const sha256 = sha256Of(written);
    expect({ code, lines, problems }).toEqual({
      code: 0,
      lines: [],
      problems: [`Wrote ${VOTES} votes to stdout; SHA-256 ${sha256}.`],
    });
  });

  it('writes them in random order', async () => {
    const rowsOf = async () => (await laurel()).written().trimEnd().split('\r\n').slice(1);
    const [one, other] = [await rowsOf(), await rowsOf()];
    expect(one).not.toEqual(other);
    // 3,000 votes were cast for each of four nominees, one nominee after the other. Now each quarter has about 750 of
    // each.
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const counts = Object.values(countOf(one.slice((quarter * VOTES) / 4, ((quarter + 1) * VOTES) / 4)));
      expect(counts).toHaveLength(4);
      for (const count of counts) expect(Math.abs(count - VOTES / 16)).toBeLessThan(150);
    }
  });

  it('writes a new file that only its owner can read, and overwrites none', async () => {
    const out = join(folder, 'votes.csv');
    const { code, lines } = await laurel('--out', out, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(lines.join(''))).toEqual({ file: out, votes: VOTES, sha256: sha256Of(readFileSync(out)) });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const before = await entries();
    expect(await laurel('--out', out)).toMatchObject({
      code: 2,
      problems: [`${out} exists already and is not overwritten.`],
    });
    expect(await laurel('--out', join(folder, 'no/such/votes.csv'))).toMatchObject({ code: 2 });
    expect(await entries()).toEqual(before);
  });

  it('writes JSON to stdout, and only the count with --dry-run', async () => {
    const ran = await laurel('--json');
    const written: unknown = JSON.parse(ran.written());
    expect(written).toHaveLength(VOTES);
    expect(written).toContainEqual({
      nomination: expect.any(String),
      niche: expect.any(String),
      company: expect.any(String),
      counted: true,
    });
    expect(ran.problems).toEqual([`Wrote ${VOTES} votes to stdout; SHA-256 ${sha256Of(ran.written())}.`]);
    const before = await entries();
    const tried = await laurel('--dry-run', '--json', '--out', join(folder, 'never.csv'));
    expect(JSON.parse(tried.lines.join(''))).toEqual({ dryRun: true, file: join(folder, 'never.csv'), votes: VOTES });
    expect(tried.written()).toBe('');
    expect(await entries()).toEqual(before);
    expect(existsSync(join(folder, 'never.csv'))).toBe(false);
  });

  it('records an audit entry with the operator before the first vote is written', async () => {
    await laurel('--as', 'auditor', '--reason', 'the jury asked');
    expect((await entries())[0]).toMatchObject({
      actor: 'auditor',
      reason: 'the jury asked',
      subject: 'votes',
      detail: { to: 'stdout' },
    });
    expect(await laurel('--reason', 'for ada@example.org')).toMatchObject({ code: 2, lines: [] });
    await owner.query('ALTER TABLE audit_entries ADD CONSTRAINT none CHECK (false) NOT VALID');
    const unrecorded = await laurel();
    await owner.query('ALTER TABLE audit_entries DROP CONSTRAINT none');
    expect([unrecorded.code, unrecorded.written()]).toEqual([1, '']);
  });

  it('leaves no partial file', async () => {
    const out = join(folder, 'half.csv');
    const kept = join(folder, 'kept.csv');
    writeFileSync(kept, 'mine');
    await owner.query(`INSERT INTO votes VALUES (gen_random_uuid(), 1, 99999, now())`);
    expect(await laurel('--out', out)).toMatchObject({
      code: 1,
      problems: [expect.stringMatching(/with this reference: \S+ Error store\.(ts|js):\d+/)],
    });
    expect(existsSync(out)).toBe(false);
    await laurel('--out', kept);
    expect(readFileSync(kept, 'utf8')).toBe('mine');
  });

  it('names another destination in a read-only container', async () => {
    const out = '/proc/votes.csv';
    expect(await laurel('--out', out)).toMatchObject({
      code: 2,
      lines: [],
      problems: [expect.stringContaining('keep it on the host: "laurel votes export > votes.csv"')],
    });
  });
});
