import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { laurelOver } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../rehearsal/voters.ts';

const REASONS = [
  '--reason',
  'one device',
  '--public-reason',
  'One person cast them.',
  '--public-reason-uk',
  'Одна людина.',
];
const CATEGORY = 'best-partner/gambling';

const api = useTestApi();
const owner = useOwner(api);
let voters: Voter[];
let companies: string[];

const laurel = (...argv: string[]) => laurelOver(api)(['exclusions', ...argv]);
const tokenOf = (voter: Voter | undefined): string => voter?.token ?? '';
const accounts = (from: number, to: number): string[] =>
  voters.slice(from, to).flatMap(({ accountId }) => ['--account', accountId]);

/** The published shares of the first two nominees. */
const shares = async (): Promise<(number | undefined)[]> => {
  const body = (await api.app.inject({ method: 'GET', url: '/api/vote/statistics' })).json();
  const item = body.find(
    (each: { nomination: string; niche: string }) => `${each.nomination}/${each.niche}` === CATEGORY,
  );
  return companies.map((tag) => item.results.find((result: { company: string }) => result.company === tag)?.percentage);
};
/** Waits for the statistics, which follow within two seconds. */
const followed = (expected: readonly number[]) => expect.poll(shares).toEqual(expected);

const propose = async (...argv: string[]): Promise<string> => {
  const ran = await laurel('propose', ...argv, ...REASONS, '--as', 'olena');
  expect(ran.problems).toEqual([]);
  return /as exclusion (\d+)/.exec(ran.text())?.[1] ?? '';
};

beforeAll(async () => {
  voters = await votersOf(api, 10);
  const gambling = api.deps.edition.nominations[0]?.categories[0]?.companies.map(({ tag }) => tag) ?? [];
  companies = gambling.slice(0, 2);
  // Six votes for the first nominee, four for the second; the first voter votes elsewhere, too.
  for (const [index, { token }] of voters.entries()) {
    const vote = { nomination: 'best-partner', niche: 'gambling', vote: companies[index < 6 ? 0 : 1] };
    expect((await api.post('/vote', vote, { token })).statusCode).toBe(201);
  }
  const other = api.deps.edition.nominations[0]?.categories[1];
  const elsewhere = { nomination: 'best-partner', niche: other?.tag, vote: other?.companies[0]?.tag };
  expect((await api.post('/vote', elsewhere, { token: tokenOf(voters[0]) })).statusCode).toBe(201);
});

describe('laurel exclusions', () => {
  it('proposes with a preview, applies, shows and undoes, and the statistics follow', async () => {
    await followed([60, 40]);
    const proposed = await laurel('propose', ...accounts(0, 3), '--category', CATEGORY, ...REASONS, '--as', 'olena');
    expect(proposed.lines[0]).toBe('3 votes by 3 people in 1 categories. The first place changes in 1.');
    expect(proposed.lines[1]).toBe(
      '2 people voted in one category only. 1 person cast 1 vote in other categories, which would still count.',
    );
    expect(proposed.text()).toContain(`THE FIRST PLACE CHANGES: ${companies[0]} → ${companies[1]}`);
    expect(proposed.text()).toMatch(new RegExp(`${companies[0]} +6 → 3 +60 % → 42.86 % +1 → 2`));
    expect(proposed.text()).toMatch(/v\*\*\*.?@e\*\*\*\.org/);
    // An answer is kept for a second.
    await expect.poll(() => api.deps.statistics.fresh(api.clock.now())).toBeUndefined();
    expect(await shares()).toEqual([60, 40]);
    const [, id = ''] = /as exclusion (\d+)/.exec(proposed.text()) ?? [];

    const applied = await laurel('apply', id, '--reason', 'agreed', '--yes');
    expect(applied.lines).toEqual([
      `Exclusion ${id} is applied. Its votes stay stored and are not counted. Statistics follow within seconds.`,
    ]);
    await followed([42.86, 57.14]);
    const results = await laurelOver(api)(['results']);
    expect(results.lines).toContain(
      'Not counted: 3 votes that exclusions leave out. "laurel exclusions list" names them.',
    );
    const exported = await laurelOver(api)(['votes', 'export']);
    expect(exported.written().match(/,false/g)).toHaveLength(3);
    expect((await laurel('show', id)).text()).toContain('Undoing it would change:');
    expect((await laurel('list')).text()).toMatch(/applied by/);
    const again = await api.post(
      '/vote',
      { nomination: 'best-partner', niche: 'gambling', vote: companies[1] },
      { token: tokenOf(voters[0]) },
    );
    expect(again.json()).toMatchObject({ code: 'vote.exists' });

    expect((await laurel('undo', id, '--reason', 'a mistake', '--yes')).code).toBe(0);
    await followed([60, 40]);
    expect(await laurel('undo', id, '--reason', 'again', '--yes')).toMatchObject({
      code: 2,
      problems: [`Exclusion ${id} was undone. Propose it again to apply it. Nothing was changed.`],
    });
  });

  it('takes more than half of all votes only if that is confirmed', async () => {
    const propose = ['propose', '--category', CATEGORY, ...REASONS];
    const rehearsed = await laurel(...propose, '--dry-run');
    expect(rehearsed.text()).toContain('That is more than half of all 11 votes.');
    expect((await laurel(...propose)).problems.join()).toContain('matches 10 of 11 votes, more than half');
    expect(await laurel(...propose, '--more-than-half')).toMatchObject({ code: 0, problems: [] });
  });

  it('records who looked at the votes of accounts, which a dry run does not show', async () => {
    expect((await laurel('preview', ...accounts(0, 1), '--as', 'olena', '--reason', 'ticket 7')).code).toBe(0);
    const dry = await laurel('propose', ...accounts(1, 2), ...REASONS, '--dry-run');
    expect([dry.code, dry.text()]).toEqual([0, expect.stringMatching(/^Nothing was proposed .* records who asked\.$/)]);
    const inJson = await laurel('propose', ...accounts(1, 2), ...REASONS, '--dry-run', '--json');
    expect(JSON.parse(inJson.text())).toEqual({ done: false });
    const detail = { criteria: ['accounts (1)'], votes: 2, people: 1 };
    const { rows } = await owner.query(
      `SELECT actor, subject, reason, detail FROM audit_log WHERE action = 'exclusion.rehearse' AND reason IS NOT NULL AND subject <> 'votes'`,
    );
    expect(rows).toEqual([
      {
        actor: 'olena',
        subject: '1 account',
        reason: 'ticket 7',
        detail: { ...detail, accounts: voters[0]?.accountId },
      },
    ]);
  });

  it('says how many votes that match were cast after the proposal', async () => {
    const id = await propose('--nominee', `${CATEGORY}/${companies[1]}`);
    const [late] = await votersOf(api, 1);
    await api.post(
      '/vote',
      { nomination: 'best-partner', niche: 'gambling', vote: companies[1] },
      { token: tokenOf(late) },
    );
    expect((await laurel('show', id)).text()).toContain(
      '1 vote that match were cast after the proposal. This exclusion does not hold them.',
    );
  });

  // The containers of a deployment don't see the organiser's files.
  it('takes accounts from the standard input', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
    const value = Readable.from([`${voters[7]?.accountId}\n`, `${voters[8]?.accountId}\n`]);
    Object.defineProperty(process, 'stdin', { value, configurable: true });
    const preview = await laurel('preview', '--accounts', '-', '--json');
    Object.defineProperty(process, 'stdin', own);
    expect([preview.code, preview.text()]).toEqual([0, expect.stringContaining('"votes": 2')]);
    const missing = await laurel('preview', '--accounts', '/nowhere/accounts.txt');
    expect([missing.code, missing.problems.join()]).toEqual([2, expect.stringContaining('"--accounts - < FILE"')]);
  });

  it('takes the accounts of a file, and writes the votes that it holds', async () => {
    const file = join(api.deps.config.DATA_DIR, 'accounts.txt');
    writeFileSync(file, `${voters[7]?.accountId}\n\n${voters[8]?.accountId}\r\n`);
    const id = await propose('--accounts', file);
    const second = join(api.deps.config.DATA_DIR, 'more-accounts.txt');
    writeFileSync(second, `${voters[9]?.accountId}\n`);
    const both = await laurel('preview', '--accounts', file, '--accounts', second, '--json');
    expect([both.code, both.text()]).toEqual([0, expect.stringContaining('"votes": 3')]);
    const unsaid = await laurel('export', id);
    expect([unsaid.code, unsaid.written()]).toEqual([2, '']);
    expect((await laurel('export', id, '--reason', 'a test', '--dry-run')).lines).toEqual([
      'Would write 2 votes. Nothing was written, here or in the audit log (--dry-run).',
    ]);
    const exports = () =>
      api.deps.db.auditEntry.findMany({
        where: { action: 'exclusion.export', subject: `exclusion ${id}` },
        select: { actor: true, reason: true, detail: true },
      });
    expect(await exports()).toEqual([]);
    const exported = await laurel('export', id, '--reason', 'for the auditors', '--as', 'olena');
    expect(await exports()).toEqual([{ actor: 'olena', reason: 'for the auditors', detail: { votes: 2 } }]);
    const written = exported.written().trim().split('\r\n');
    expect(written[0]).toBe('voter_id,nomination,niche,company');
    expect(written.slice(1)).toHaveLength(2);
    expect(written[1]).toMatch(new RegExp(`^[0-9a-f-]{36},best-partner,gambling,${companies[1]}$`));
  });

  it('writes many votes in parts, each once, as CSV and as JSON', async () => {
    const id = await propose(...accounts(0, 1));
    const many = 12_003;
    await owner.query(
      `INSERT INTO excluded_votes (exclusion_id, voter_id, category_id, nominee_id)
       SELECT $1, gen_random_uuid(), category_id, id FROM (SELECT * FROM nominees ORDER BY id LIMIT 1) n, generate_series(1, $2)`,
      [id, many - 2],
    );
    const parts: string[] = [];
    const stored = await owner.query<{ id: string }>(
      'SELECT voter_id AS id FROM excluded_votes WHERE exclusion_id = $1',
      [id],
    );
    const written = (await laurel('export', id, '--reason', 'a test')).written().trim().split('\r\n').slice(1);
    for (const line of written) parts.push(line.split(',')[0] ?? '');
    expect(parts.toSorted()).toEqual(stored.rows.map((row) => row.id).toSorted());
    expect(parts).toHaveLength(many);
    const inJson = JSON.parse((await laurel('export', id, '--reason', 'a test', '--json')).written());
    expect(inJson.map(({ voterId }: { voterId: string }) => voterId)).toEqual(parts);
  });

  it('rejects an approval by the person who proposed, and asks before it applies', async () => {
    const id = await propose(...accounts(0, 1));
    expect((await laurel('approve', id, '--reason', 'fine', '--as', 'olena', '--yes')).problems).toEqual([
      `olena proposed exclusion ${id}: somebody else must approve it. Nothing was changed.`,
    ]);
    const asked = await laurelOver(api)(['exclusions', 'apply', id, '--reason', 'agreed'], 'no');
    expect(asked).toMatchObject({ code: 2, asked: ['Type "yes" to continue: '] });
    expect((await laurel('refuse', id, '--reason', 'too few', '--as', 'taras')).code).toBe(0);
    expect((await laurel('apply', id, '--reason', 'agreed', '--yes')).problems).toEqual([
      `Exclusion ${id} was refused. Nothing was changed.`,
    ]);
  });

  it.each([
    [['--account', 'ada'], '--account or --accounts'],
    [['--network', '203.0.113.7'], '--network: Write a network like 203.0.113.0/24'],
    [['--number', '+380671234567'], '--number: Write the beginning of numbers'],
    [['--nominee', 'best-partner/gambling/nobody'], '--nominee: The edition has no best-partner/gambling/nobody.'],
    [['--nominee', 'Kite & Rook'], '--nominee: Choose a nominee of the edition.'],
    [['--category', 'best-partner/none'], '--category: The edition has no best-partner/none.'],
    [
      ['--from', '2026-12-01T20:00:00Z', '--until', '2026-12-01T20:00:00Z'],
      '--until: The end must be after the beginning.',
    ],
    [['--category', CATEGORY], 'more than half. Add a criterion, or confirm it with --more-than-half.'],
    [['--from', 'yesterday'], '--from: "yesterday" is not a date and time'],
    [[], 'Select the votes'],
    [['--from', '2000-01-01T00:00:00Z'], 'This selection matches every vote'],
    [['--until', '2000-01-01T00:00:00Z'], 'No vote matches this selection'],
  ])('refuses the selection %j, and stores nothing', async (argv, expected) => {
    const before = await owner.query('SELECT count(*) FROM exclusions');
    const ran = await laurel('propose', ...argv, ...REASONS);
    expect(ran.code).toBe(2);
    expect(ran.problems.join()).toContain(expected);
    expect((await owner.query('SELECT count(*) FROM exclusions')).rows).toEqual(before.rows);
  });

  it.each([
    ['--public-reason', '--public-reason seems to hold'],
    ['--public-reason-uk', '--public-reason-uk seems to hold'],
    ['--evidence', '--evidence seems to hold'],
    ['--reason', '--reason seems to hold'],
  ])('refuses %s that names a person', async (option, expected) => {
    const ran = await laurel('propose', ...accounts(0, 1), ...REASONS, option, 'bought by ada@example.org');
    expect(ran.code).toBe(2);
    expect(ran.problems.join()).toContain(expected);
  });

  it('reports an exclusion that does not exist', async () => {
    expect((await laurel('show', '99999')).problems).toEqual([
      'There is no exclusion 99999: see "laurel exclusions list".',
    ]);
    expect((await laurel('show', 'first')).code).toBe(2);
  });
});
