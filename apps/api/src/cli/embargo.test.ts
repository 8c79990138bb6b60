import { importEdition } from '@laurel/database/editions';
import { laurelOver } from '@laurel/support/cli';
import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { readForImport } from '../wiring/database.ts';
import { checkTallies } from './checks.ts';

const folder = useEditionFolder();
/** No other number of the test has these digits. */
const VOTES = 7_351;
const SECOND = 1_873;

beforeAll(() => folder.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo'));
const api = useTestApi({ EDITION_DIR: folder.path });
const owner = useOwner(api);
let desk: TestConsole;
let olena: ConsoleClient;
let companies: { id: number; company: string; nomination: string; niche: string }[];
beforeAll(async () => {
  desk = await startTestConsole(api);
  olena = await desk.member('Olena', 'owner');
  const { rows } = await owner.query(
    `SELECT n.id, n.company, c.nomination, c.niche, n.category_id FROM nominees n JOIN categories c ON c.id = n.category_id ORDER BY n.id`,
  );
  companies = rows;
  for (const [index, votes] of [VOTES, SECOND].entries()) {
    const { id, category_id } = rows[index];
    await owner.query(
      'INSERT INTO votes SELECT gen_random_uuid(), $1, $2, $4::timestamptz FROM generate_series(1, $3)',
      [category_id, id, votes, new Date(Date.now() - 86_400_000 * (index + 1))],
    );
    await owner.query('INSERT INTO tallies VALUES ($1, 0, $2)', [id, votes]);
  }
});
afterAll(() => desk.close());

const laurel = (...argv: string[]) => laurelOver(api, { EDITION_DIR: folder.path })(argv);
/** Fails if a text holds the number of a nominee's votes. */
const expectHidden = (text: string) => {
  for (const number of [VOTES, SECOND]) expect(text).not.toContain(String(number));
};
/** The whole numbers in the metrics, values and labels. The digits of a longer number, such as a time, may be any. */
const metricNumbers = async () => (await api.app.inject({ url: '/metrics' })).body.match(/\d+(?:\.\d+)?/g);
const nameOf = (index: number): string => {
  const { nomination, niche, company } = companies[index] ?? { nomination: '', niche: '', company: '' };
  return `${nomination}/${niche}/${company}`;
};
const announce = (at: Date | null) =>
  at
    ? owner.query(`INSERT INTO phase_times VALUES ('closes', $1), ('announced', $1)`, [at])
    : owner.query('DELETE FROM phase_times');

describe('under an embargo', () => {
  it('the console shows the sums of categories, and no nominee', async () => {
    const answer = await olena.get('/results');
    expect(answer.json()).toMatchObject({ embargo: true, final: false, votes: { cast: VOTES + SECOND } });
    expect(answer.json().categories[0]).toMatchObject({ cast: VOTES + SECOND, nominees: null });
    expectHidden(answer.body);
  });

  it('the console’s Tonight has no number by nominee', async () => {
    expectHidden((await olena.get('/tonight?span=all')).body);
  });

  it('laurel results shows the sums of categories and says why there is no more', async () => {
    const { code, text } = await laurel('results');
    expect([code, text()]).toEqual([0, expect.stringContaining(`${VOTES + SECOND} votes`)]);
    expect(text()).toContain('hidden from everybody until the winners are announced');
    expectHidden(text());
    const inJson = (await laurel('results', '--json')).text();
    expect(JSON.parse(inJson)).toMatchObject({ embargo: true });
    expectHidden(inJson);
    expect(inJson).not.toContain('"winners"');
  });

  it.each([
    ['results', '--csv'],
    ['votes', 'export'],
    ['votes', 'export', '--json'],
    ['votes', 'export', '--dry-run'],
  ])('laurel %s %s is refused', async (...argv) => {
    const { code, text, written } = await laurel(...argv);
    expect([code, text()]).toEqual([2, expect.stringContaining('results.staff: embargo')]);
    expectHidden(text() + written());
  });

  it('the metrics, the public statistics and the public edition have no number by nominee', async () => {
    for (const url of ['/api/vote/statistics', '/api/edition']) {
      const { body } = await api.app.inject({ url });
      expectHidden(body);
      expect(body).not.toContain('embargo');
    }
    const numbers = await metricNumbers();
    expect(numbers).not.toContain(String(VOTES));
    expect(numbers).not.toContain(String(SECOND));
  });

  it('an import does not show how many votes a nominee has that it withdraws', async () => {
    const [first] = companies;
    const file = `nominations/${first?.nomination}.yaml`;
    folder.edit(file, new RegExp(`tag: ${first?.company}\\b`), 'tag: somebody-else');
    const diff = (await laurel('edition', 'diff', folder.path)).text();
    expect(diff).toContain(`withdrawn  ${nameOf(0)}`);
    expectHidden(diff);
    expectHidden((await laurel('edition', 'diff', folder.path, '--json')).text());
    const options = { by: { actor: 'test', reason: 'a test' }, now: () => new Date() };
    const importing = importEdition(api.migrateUrl, await readForImport(folder.path), options);
    await expect(importing).rejects.toThrow(/no longer listed: (?!.*7351)/);
    folder.edit(file, /tag: somebody-else/, `tag: ${first?.company}`);
  });

  describe('with wrong tallies', () => {
    // The guards of the tallies are lifted as somebody with the owner's rights can.
    const add = async (votes: number) => {
      await owner.query('ALTER TABLE tallies DISABLE TRIGGER tallies_only_grow');
      await owner.query('UPDATE tallies SET count = count + $1 WHERE nominee_id = $2', [votes, companies[0]?.id]);
      await owner.query('ALTER TABLE tallies ENABLE ALWAYS TRIGGER tallies_only_grow');
    };
    beforeAll(() => add(3));
    afterAll(() => add(-3));
    const category = () => `${companies[0]?.nomination}/${companies[0]?.niche}`;

    it('laurel doctor names the category, and no number', async () => {
      const { detail } = await checkTallies(api.deps.pool, new Date());
      expect(detail).toBe(`${category()}: the votes differ from their tallies`);
    });

    it('laurel results names the category, and no number', async () => {
      for (const more of [[], ['--json']]) {
        const { code, text } = await laurel('results', ...more);
        expect([code, text()]).toEqual([1, expect.stringContaining(category())]);
        expectHidden(text());
        expect(text()).not.toContain(String(VOTES + 3));
      }
    });

    it('neither the metrics nor readiness have a number of votes', async () => {
      const numbers = await metricNumbers();
      const { body } = await api.app.inject({ url: '/readyz' });
      for (const number of [VOTES, VOTES + 3, SECOND].map(String)) {
        expect(numbers).not.toContain(number);
        expect(body).not.toContain(number);
      }
    });
  });

  describe('with a nominee that was withdrawn', () => {
    const file = () => `nominations/${companies[0]?.nomination}.yaml`;
    let before: { votes: number };
    let imported: Awaited<ReturnType<typeof laurel>>;
    beforeAll(async () => {
      before = JSON.parse((await laurel('results', '--json')).lines.join('\n'));
      folder.edit(file(), new RegExp(`tag: ${companies[0]?.company}\\b`), 'tag: somebody-else');
      const argv = ['edition', 'import', folder.path, '--allow-withdraw', '--reason', 'a test', '--yes'];
      imported = await laurelOver(api, { EDITION_DIR: folder.path, DATABASE_MIGRATE_URL: api.migrateUrl })(argv);
    });
    afterAll(async () => {
      folder.edit(file(), /tag: somebody-else/, `tag: ${companies[0]?.company}`);
      await importTestEdition(api.migrateUrl, folder.path);
    });

    it('the audit log does not tell how many votes a nominee had that was withdrawn', async () => {
      expect(imported.code).toBe(0);
      expectHidden(imported.text());
      const audit = (await laurel('audit', 'show', '--json')).lines.join('\n');
      expect(audit).toContain('edition.import');
      expectHidden(audit);
      expectHidden((await olena.get('/audit')).body);
    });

    it('laurel results shows the sums with its votes, so that no subtraction gives them', async () => {
      const results = (await laurel('results')).lines.join('\n');
      expect(results).toContain(`: ${before.votes} votes in`);
      expect(results).not.toContain('withdrawn');
      expectHidden(results);
      const after = JSON.parse((await laurel('results', '--json')).lines.join('\n'));
      expect(after).toEqual({ ...before, at: after.at });
      expect(after.withdrawnVotes).toBeNull();
    });
  });

  it('everything is shown again once the winners are announced', async () => {
    await announce(after(api.clock.now(), -60_000));
    await api.deps.phases.refresh();
    const answer = (await olena.get('/results')).json();
    expect(answer).toMatchObject({ embargo: false, final: true, phase: 'announced' });
    expect(answer.categories[0].nominees[0]).toMatchObject({ cast: VOTES, rank: 1, share: expect.any(Number) });
    expect((await laurel('results')).lines.join('\n')).toContain(String(VOTES));
    expect((await laurel('votes', 'export', '--dry-run')).code).toBe(0);
    await announce(null);
    await api.deps.phases.refresh();
  });

  it('everything is shown again once an edition without it is imported', async () => {
    folder.edit('edition.yaml', /staff: embargo/, 'staff: open');
    await importTestEdition(api.migrateUrl, folder.path);
    expect((await laurel('results')).lines.join('\n')).toContain(String(VOTES));
  });
});
