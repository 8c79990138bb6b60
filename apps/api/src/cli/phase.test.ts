import { readEntries } from '@laurel/database/audit';
import { makeBuiltPage } from '@laurel/support/built-page';
import { laurelOver } from '@laurel/support/cli';
import { importTestEdition, startTestApi } from '@laurel/support/harness';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { refusalOf } from '@laurel/support/people';
import { votersOf } from '@laurel/support/voters';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { checkNominees } from './checks.ts';

const HOUR_MS = 60 * 60_000;
const REASON = ['--reason', 'the jury asked'] as const;

const api = useTestApi();
const owner = useOwner(api);
afterEach(async () => {
  const { rowCount } = await owner.query('DELETE FROM phase_times');
  if (rowCount === 0) return;
  await owner.query('UPDATE categories SET closes_at = NULL');
  await api.deps.phases.refresh();
});

const laurel = (argv: readonly string[], answer?: string) => laurelOver(api)(['phase', ...argv], answer);
/** Runs `laurel phase set` and moves the API's stopped clock to the time of the command. */
const moved = async (argv: readonly string[]) => {
  const ran = await laurel(['set', ...argv, ...REASON, '--yes']);
  expect(ran.problems).toEqual([]);
  expect(ran.code).toBe(0);
  await api.deps.phases.refresh();
  api.clock.advance(Date.now() + 50 - api.clock.now().getTime());
  return ran;
};
const phase = async (): Promise<string> => (await api.get('/edition')).json().data.phase;
const entries = () => readEntries(api.deps.db, { since: null, limit: 1_000 });
const vote = async () => {
  const [voter] = await votersOf(api, 1);
  const [nomination] = api.deps.edition.nominations;
  const [niche] = nomination?.categories ?? [];
  const body = { nomination: nomination?.tag, niche: niche?.tag, vote: niche?.companies[0]?.tag };
  return api.post('/vote', body, { token: voter?.token ?? '' });
};

describe('laurel phase set', () => {
  it('closes voting now in the API, the page data and the ballot box, with an audit entry', async () => {
    expect((await vote()).statusCode).toBe(201);
    const etag = (await api.get('/edition')).headers.etag;
    const before = (await entries()).length;
    const { lines } = await moved(['--closes', 'now', '--as', 'olena']);
    expect(lines[0]).toMatch(/^voting closes: none → 20/);
    expect(lines[1]).toBe('The phase goes from "open" to "closed". Voting is closed from now on.');
    expect(lines.at(-1)).toMatch(/^Done\./);
    expect(await phase()).toBe('closed');
    const edition = await api.get('/edition', { headers: { 'if-none-match': String(etag) } });
    expect(edition.statusCode).toBe(200);
    const { rows } = await owner.query<{ closes_at: Date }>('SELECT DISTINCT closes_at FROM categories');
    expect(rows.map((row) => row.closes_at.toISOString())).toEqual([edition.json().data.phases.votingClosesAt]);
    expect((await api.deps.pageData()).phase).toBe('closed');
    expect(refusalOf(await vote())).toMatchObject({ status: 403, code: 'vote.not_open' });
    const [entry, ...older] = await entries();
    expect(older).toHaveLength(before);
    expect(entry).toMatchObject({
      actor: 'olena',
      action: 'phase.set',
      subject: 'edition',
      reason: 'the jury asked',
      detail: { closesBefore: 'none', closes: edition.json().data.phases.votingClosesAt },
    });
  });

  it('shows the new time on the page, also in its pre-rendered part', async () => {
    const closesAt = '2098-12-31T22:00:00.000Z';
    const built = makeBuiltPage();
    const site = await startTestApi({ WEB_DIR: built.dir });
    onTestFinished(async () => {
      await site.close();
      built.remove();
    });
    const page = async () => (await site.app.inject('/')).body;
    expect(await page()).not.toContain(closesAt);
    const argv = ['phase', 'set', '--closes', '2099-01-01T00:00:00+02:00', ...REASON];
    expect((await laurelOver(site)(argv)).code).toBe(0);
    await site.deps.phases.refresh();
    await expect.poll(page).toContain(` open until ${closesAt}</h1>`);
    expect(await page()).toContain(`"votingClosesAt":"${closesAt}"`);
  });

  it('reopens voting, and returns the times to the files', async () => {
    await moved(['--closes', 'now']);
    await moved(['--closes', new Date(Date.now() + HOUR_MS).toISOString()]);
    expect((await vote()).statusCode).toBe(201);
    await moved(['--closes', 'now', '--announced', 'now']);
    expect(await phase()).toBe('announced');
    await moved(['--clear']);
    expect((await vote()).statusCode).toBe(201);
    expect((await owner.query('SELECT FROM phase_times')).rowCount).toBe(0);
  });

  it('survives an import, and doctor reports it', async () => {
    await moved(['--closes', 'now']);
    await importTestEdition(api.migrateUrl);
    await api.deps.served.refresh();
    expect(refusalOf(await vote()).code).toBe('vote.not_open');
    const detail = 'the edition is imported; organisers moved: closes';
    expect(await checkNominees(api.deps)).toEqual({ ok: true, detail });
    await owner.query('UPDATE categories SET closes_at = NULL');
    expect(await checkNominees(api.deps)).toMatchObject({
      ok: false,
      detail: 'voting opens or closes at another time than the edition and the organisers say',
    });
  });

  it('prints the change with --dry-run, and changes nothing', async () => {
    const before = (await entries()).length;
    const { lines, code } = await laurel(['set', '--closes', 'now', ...REASON, '--dry-run']);
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe('Nothing was changed (--dry-run).');
    const inJson = await laurel(['set', '--closes', 'now', ...REASON, '--dry-run', '--json']);
    expect(JSON.parse(inJson.text())).toMatchObject({ done: false, phaseBefore: 'open', phaseAfter: 'closed' });
    expect(await phase()).toBe('open');
    expect(await entries()).toHaveLength(before);
  });

  it('asks before the phase changes, and changes nothing unless the answer is yes', async () => {
    const before = (await entries()).length;
    const close = (time: string, answer?: string) => laurel(['set', '--closes', time, ...REASON], answer);
    const unasked = await close('now');
    expect([unasked.code, unasked.problems.join()]).toEqual([2, expect.stringContaining('Add --yes')]);
    const declined = await close('now', 'no');
    expect(declined).toMatchObject({ code: 2, asked: ['Type "yes" to continue: '] });
    expect(declined.problems.at(-1)).toBe('Nothing was changed.');
    expect(await entries()).toHaveLength(before);
    // A change that does not affect the current phase needs no confirmation.
    expect(await close('2099-01-01T00:00Z', 'no')).toMatchObject({ code: 0, asked: [] });
    expect(await close('now', 'yes')).toMatchObject({ code: 0 });
  });

  it.each([
    [['--closes', 'now'], "required option '--reason <TEXT>' not specified"],
    [[...REASON], 'Name a time to change'],
    [['--closes', 'tomorrow', ...REASON], '--closes: "tomorrow" is not a date and time with an offset'],
    [['--nominating-opens', 'soon', ...REASON], '--nominating-opens: "soon" is not a date'],
    [['--closes', '2099-01-01', ...REASON], '--closes: "2099-01-01" is not a date'],
    [['--closes', '2026-01-01T00:00:00Z', ...REASON, '--yes'], 'Use --closes now.'],
    [['--closes', '2001-01-01T00:00:00Z', ...REASON, '--yes'], 'Move both: --opens and --closes.'],
    [['--announced', 'now', ...REASON, '--yes'], 'Voting is open and has no closing time'],
    [['--announced', 'now', '--closes', 'none', ...REASON, '--yes'], 'Use --closes now --announced now.'],
    [['--closes', 'now', '--reason', 'ada@example.org asked'], '--reason seems to hold an address'],
    [['--clear', ...REASON], 'These are the times already.'],
  ])('refuses %j', async (argv, expected) => {
    const ran = await laurel(['set', ...argv]);
    expect(ran.code).toBe(2);
    expect(ran.problems.join('\n')).toContain(expected);
    expect(await phase()).toBe('open');
  });
});
