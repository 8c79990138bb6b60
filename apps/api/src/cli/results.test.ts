import { countWaiting } from '@laurel/database/testing-rows';
import { laurelOver, listen } from '@laurel/support/cli';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { until } from '@laurel/support/until';
import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { LAST_VOTE_MS } from '../limits.ts';
import { tellResults } from './results.ts';

let nominees: { id: number; category_id: number; company: string; nomination: string; niche: string }[];
const api = useTestApi();
const owner = useOwner(api);
beforeAll(async () => {
  const { rows } = await owner.query(
    `SELECT n.id, n.category_id, n.company, c.nomination, c.niche
       FROM nominees n JOIN categories c ON c.id = n.category_id WHERE n.category_id <= 2 ORDER BY n.id`,
  );
  nominees = rows;
  await cast(0, 3);
  await cast(1, 3);
  await cast(2, 1);
});
afterEach(() => owner.query('DELETE FROM phase_times'));

/** Inserts votes of unknown voters. `counted` is the tally, which equals their number by default. */
const cast = async (index: number, count: number, counted = count) => {
  const { id, category_id } = nominees[index] ?? { id: 0, category_id: 0 };
  const votes = 'INSERT INTO votes SELECT gen_random_uuid(), $1, $2, now() FROM generate_series(1, $3)';
  await owner.query(votes, [category_id, id, count]);
  await owner.query(
    'INSERT INTO tallies VALUES ($1, 0, $2) ON CONFLICT (nominee_id, slot) DO UPDATE SET count = tallies.count + $2',
    [id, counted],
  );
};
/** Inserts withdrawn nominees, in a category that the edition no longer has. @returns their places in `nominees` */
const withdraw = async (companies: readonly string[], nomination: string): Promise<number[]> => {
  const { rows } = await owner.query<{ id: number; category_id: number; company: string }>(
    `WITH c AS (INSERT INTO categories (nomination, niche) VALUES ($1, 'the-edition') RETURNING id)
     INSERT INTO nominees (category_id, company, withdrawn_at)
     SELECT c.id, t.company, now() FROM c, unnest($2::text[]) AS t (company) RETURNING id, category_id, company`,
    [nomination, companies],
  );
  return rows.map((row) => nominees.push({ ...row, nomination, niche: 'the-edition' }) - 1);
};
const close = (at = new Date(Date.now() - 60_000)) =>
  owner.query(`INSERT INTO phase_times VALUES ('closes', $1)`, [at]);
const laurel = (...argv: string[]) => laurelOver(api)(['results', ...argv]);
const report = async () => JSON.parse((await laurel('--json')).text());
/** The cells of lines of a table. */
const cellsOf = (lines: readonly string[]) => lines.map((line) => line.split(/ {2,}/));

describe('laurel results', () => {
  it('is marked as interim during voting and while votes may be pending', async () => {
    expect((await laurel()).lines[0]).toBe('This is an interim count, not the result: the phase is "open".');
    const end = new Date();
    await close(end);
    await api.deps.phases.refresh();
    const resultsAt = async (afterEndMs: number, csv = false) => {
      const output = listen();
      const clock = { now: () => after(end, afterEndMs) };
      await tellResults({ ...api.deps, clock }, output, { json: false, csv });
      return output;
    };
    const interim = /^This is an interim count, not the result: voting has just closed/;
    for (const afterEndMs of [0, LAST_VOTE_MS - 1]) {
      expect((await resultsAt(afterEndMs)).lines[0]).toMatch(interim);
      expect((await resultsAt(afterEndMs, true)).problems[0]).toMatch(interim);
    }
    expect((await resultsAt(LAST_VOTE_MS)).lines[0]).toMatch(/^The result\./);
  });

  it('counts every vote, ranks, and marks ties', async () => {
    await close();
    const { lines, code, problems } = await laurel();
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    expect(lines[0]).toBe('The result. The phase is "closed"; every tally equals its votes.');
    expect(lines[1]).toMatch(/^Counted at 20.*: 7 votes in 22 categories\.$/);
    const [first, second, third] = nominees;
    const start = lines.indexOf(`${first?.nomination} / ${first?.niche}: 7 votes`);
    expect(cellsOf(lines.slice(start + 1, start + 5))).toEqual([
      ['RANK', 'NOMINEE', 'VOTES', 'SHARE'],
      ['1 (tie)', first?.company, '3', '42.86 %'],
      ['1 (tie)', second?.company, '3', '42.86 %'],
      ['3', third?.company, '1', '14.29 %'],
    ]);
    expect(lines).toContain(`A tie for the first place: ${first?.company}, ${second?.company}. They win together.`);
    expect(lines.filter((line) => line.startsWith('A tie'))).toHaveLength(1);
    expect(lines.filter((line) => line === 'No votes yet.')).toHaveLength(21);
  });

  it('prints the published percentages as text, CSV and JSON', async () => {
    await close();
    const told = await report();
    expect(told).toMatchObject({ phase: 'closed', isResult: true, votes: 7, withdrawnVotes: 0, differences: [] });
    const shares = (results: { company: string; percentage: number }[]) =>
      Object.fromEntries(results.map(({ company, percentage }) => [company, percentage]));
    const published = async () =>
      (await api.get('/vote/statistics')).json().map(({ results }: { results: never[] }) => shares(results));
    const inReport = told.categories.map(({ nominees: own }: { nominees: never[] }) => shares(own));
    await expect.poll(published).toEqual(inReport);
    const rows = (await laurel('--csv')).written().trimEnd().split('\r\n');
    expect(rows[0]).toBe('nomination,niche,company,votes,percentage,rank,tie,withdrawn,counted_at,phase,is_result');
    const [first] = nominees;
    expect(rows.find((row) => row.includes(`,${first?.company},3,`))).toMatch(
      new RegExp(`^${first?.nomination},${first?.niche},${first?.company},3,42\\.86,1,true,false,20[^,]+,closed,true$`),
    );
  });

  it('lists votes of withdrawn nominees separately, and ranks the others', async () => {
    await close();
    const [first] = nominees;
    if (!first) throw new Error('there is no nominee');
    const { rows } = await owner.query<{ id: number }>(
      `INSERT INTO nominees (category_id, company, withdrawn_at) VALUES ($1, 'gone', now()), ($1, 'never-voted-for', now()) RETURNING id`,
      [first.category_id],
    );
    await cast(nominees.push({ ...first, id: rows[0]?.id ?? 0, company: 'gone' }) - 1, 4);
    const { lines } = await laurel();
    expect(lines[1]).toMatch(/: 7 votes in 22 categories, and 4 for nominees that were withdrawn\.$/);
    const text = lines.join('\n');
    expect(text).toMatch(/^withdrawn +gone +4 +-$/m);
    expect(text).toMatch(/^1 \(tie\) .* 42\.86 %$/m);
    expect(text).not.toContain('never-voted-for');
  });

  it('shows a removed category that has votes, in every format', async () => {
    await close();
    const [left] = await withdraw(['left-too', 'never-voted-for'], 'left');
    await withdraw(['nobody'], 'left-without-votes');
    const before = await report();
    await cast(left ?? 0, 5);

    const { lines } = await laurel();
    expect(lines[1]).toMatch(
      new RegExp(`: 7 votes in 23 categories, and ${before.withdrawnVotes + 5} for nominees that were withdrawn\\.$`),
    );
    const start = lines.indexOf('left / the-edition: 0 votes');
    expect(cellsOf(lines.slice(start + 1, start + 4))).toEqual([
      ['RANK', 'NOMINEE', 'VOTES', 'SHARE'],
      ['withdrawn', 'left-too', '5', '-'],
      ['Every vote here is for a nominee that was withdrawn.'],
    ]);
    expect(lines.join('\n')).not.toContain('left-without-votes');
    const told = await report();
    expect(told.withdrawnVotes).toBe(before.withdrawnVotes + 5);
    expect(told.categories.at(-1)).toMatchObject({
      nomination: 'left',
      niche: 'the-edition',
      winners: [],
      nominees: [{ company: 'left-too', votes: 5, withdrawn: true }],
    });
    expect((await laurel('--csv')).written()).toContain('\r\nleft,the-edition,left-too,5,');
  });

  it('waits for pending votes after voting, and not during voting', async () => {
    const votesNow = async (): Promise<number> => (await report()).votes;
    const { id, category_id } = nominees[2] ?? {};
    const voter = new pg.Client({ connectionString: api.migrateUrl });
    await voter.connect();
    await voter.query('BEGIN');
    // As cast_votes() does.
    await voter.query('SELECT pg_advisory_xact_lock_shared(5203176)');
    await voter.query('INSERT INTO votes VALUES (gen_random_uuid(), $1, $2, now())', [category_id, id]);
    await voter.query('UPDATE tallies SET count = count + 1 WHERE nominee_id = $1', [id]);
    const before = await votesNow();
    await close();
    let isOver = false;
    const counting = votesNow().finally(() => {
      isOver = true;
    });
    await until('the count to wait for the vote', async () => isOver || (await countWaiting(api.deps.pool)) > 0);
    await voter.query('COMMIT');
    await voter.end();
    expect(await counting).toBe(before + 1);
    const ofSecond = nominees.findIndex((each) => each.category_id === 2);
    await cast(ofSecond, 1);
    // A category with one leader has no tie.
    expect((await laurel()).lines.filter((line) => line.startsWith('A tie for'))).toHaveLength(1);
  });

  it('leaves the calls of the console their own options, and records a file', async () => {
    expect(await laurel('download-csv', '--as', 'taras')).toMatchObject({
      code: 2,
      problems: ['The result can’t be taken away yet. Nothing was changed.'],
    });
    await close();
    expect(JSON.parse((await laurel('show-sheet', '--json')).text())).toMatchObject({ phase: 'closed', final: true });
    const csv = (await laurel('download-csv', '--language', 'uk', '--as', 'taras')).written();
    expect(csv).toMatch(/^\uFEFFНомінація,/);
    const { rows } = await owner.query(`SELECT actor FROM audit_entries WHERE action = 'results.export'`);
    expect(rows).toEqual([{ actor: 'taras' }]);
  });

  it('rejects --csv with --json', async () => {
    expect(await laurel('--csv', '--json')).toMatchObject({ code: 2, problems: ['Use --csv or --json, not both.'] });
  });

  // Last: tallies only grow, and so can't be put right again.
  it('reports no result if tallies differ from votes, or a vote has no nominee', async () => {
    await close();
    await cast(3, 2, 3);
    const { id } = nominees[3] ?? {};
    const wrong = await laurel();
    expect(wrong).toMatchObject({ code: 1, lines: [] });
    expect(wrong.problems.slice(0, 2)).toEqual([
      'There is no result: the tallies differ from the votes.',
      `nominee ${id}: 2 votes, tally 3`,
    ]);
    expect((await laurel('--csv')).written()).toBe('');
    await cast(3, 1, 0);
    expect((await laurel()).code).toBe(0);
    // In another category than the nominee's own.
    await owner.query('INSERT INTO votes VALUES (gen_random_uuid(), 2, $1, now())', [nominees[0]?.id]);
    const { code, lines } = await laurel('--json');
    expect(code).toBe(1);
    const differences = [{ votes: 1, tally: 3 }];
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ isResult: false, categories: [], differences });
  });
});
