import { posix } from 'node:path';
import { laurelOver } from '@laurel/support/cli';
import { useEditionDesk } from '@laurel/support/edition-desk';
import { startAnotherProcess, type TestApi } from '@laurel/support/harness';
import { lookAtLog } from '@laurel/support/public-log';
import { newVoter } from '@laurel/support/voters';
import { parseProof } from '@laurel/tlog/proof';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { wireSwitch } from '../../wiring/switch.ts';
import { siteFiles } from '../archive/site.policy.ts';
import { readArchivedBodies } from '../archive/store.ts';

const REASON = 'the season is over';
const HOUR_MS = 3_600_000;
const desk = useEditionDesk();
let another: Awaited<ReturnType<typeof startAnotherProcess>> | undefined;
afterAll(() => another?.close());
afterEach(() => vi.useRealTimers());

type Site = Pick<TestApi, 'app' | 'deps'>;

const get = async ({ app }: Site, url: string, token?: string) =>
  app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

/** Votes for the first nominee of the first category. */
const vote = async ({ app, deps }: Site, token: string): Promise<number> => {
  const [nomination] = deps.currentEdition().nominations;
  const [category] = nomination?.categories ?? [];
  const payload = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
  return (
    await app.inject({ method: 'POST', url: '/api/vote', headers: { authorization: `Bearer ${token}` }, payload })
  ).statusCode;
};

/** The commands of a site that follows a switch read, verify and export the year before, and nothing of another. */
const expectCommandsOf = async (year: number, site: Pick<TestApi, 'deps'>): Promise<void> => {
  const past = String(year);
  // The commands have the system's clock, and this site's is hours ahead.
  vi.useFakeTimers({ toFake: ['Date'], now: desk.api.clock.now() });
  const { logKey } = site.deps.config;
  const laurel = laurelOver(site, logKey ? { LOG_KEY: Buffer.from(logKey).toString('base64') } : {});
  const told = async (argv: string) => {
    const { code, lines, problems, written } = await laurel(argv.split(' '));
    return { code, text: [...lines, ...problems].join('\n'), written: written() };
  };
  expect((await told(`results --edition ${past}`)).text).toMatch(
    /^The result\. The phase is "announced"[\s\S]*: 1 votes in/,
  );
  expect((await told('results')).text).not.toMatch(/The result\./);
  expect((await told(`log verify --edition ${past}`)).text).toMatch(/The log is sound/);
  expect((await told(`log export --edition ${past}`)).written).toContain(`/log/${past}\\n`);
  expect((await told(`audit bundle --edition ${past} --small-groups`)).written).toContain(`/log/${past}"`);
  expect((await told(`votes export --edition ${past}`)).written.trim().split('\n')).toHaveLength(2);
  const entries = await site.deps.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 2 });
  expect(entries.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: 'votes.export', detail: { to: 'stdout', edition: past } },
    { action: 'audit.bundle', detail: expect.objectContaining({ edition: past }) },
  ]);
  for (const edition of ['2001', 'soon', String(year + 2)]) {
    expect(await told(`results --edition ${edition}`)).toMatchObject({
      code: 2,
      text: expect.stringMatching(
        new RegExp(`^--edition ${edition}: no current or archived .* ${year + 1}, ${past}\\.$`),
      ),
    });
  }
};

/** The files of a past year's site, in which each link to a stored page or picture leads to a file. */
const expectSiteOf = async (year: number): Promise<void> => {
  const files = siteFiles(await readArchivedBodies(desk.api.deps.pool, year));
  const html = [...files].filter(([name]) => name.endsWith('.html'));
  const links = html.flatMap(([name, body]) =>
    [...body.toString().matchAll(/(?:(?:href|src)="|url\(['"]?)([^"'#)]+)/g)].map(
      ([, link = '']) => [name, link] as const,
    ),
  );
  const relative = links.filter(([, link]) => !/^(\/|[a-z]+:)/.test(link));
  expect(relative.length).toBeGreaterThan(100);
  const missing = relative.filter(([name, link]) => !files.has(posix.join(posix.dirname(name), link)));
  expect(missing).toEqual([]);
  // The way to the award of today stays. The verifiers come with the built page, which this site does not have.
  const absolute = links.map(([, link]) => link).filter((link) => link.startsWith('/') && !link.includes('/verify.'));
  expect([...new Set(absolute)]).toEqual(['/']);
  expect(files.get(`${year}/uk/record/report/index.html`)?.toString()).toContain('Звіт');
};

it('a season ends in the console: this year is archived as it was, and next year is served, prepared, open and empty', async () => {
  const { api } = desk;
  let { olena } = desk;
  const { year } = api.deps.edition;
  const next = year + 1;
  const inHours = (hours: number) => new Date(api.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const times = `\n  votingClosesAt: "${inHours(1)}"\n  winnersAnnouncedAt: "${inHours(2)}"`;
  const closes = desk.changed({ 'edition.yaml': (text) => text.replace(/(votingOpensAt: .*)/, `$1${times}`) });
  expect((await desk.publish(await desk.upload(closes))).statusCode).toBe(200);
  const voter = await newVoter(api);
  expect(await vote(api, voter.token)).toBe(201);
  await lookAtLog(api);

  // Next year is prepared while people vote, and can't be switched to before the announcement.
  const made = await olena.post(`/editions/${next}`, { from: year, reason: REASON });
  expect(made.statusCode, made.body).toBe(201);
  const { draft, todo } = made.json().data;
  expect(todo).toContainEqual(expect.objectContaining({ kind: 'dates' }));
  const folder = await olena.get(`/edition/drafts/${draft}/download`);
  expect([folder.statusCode, folder.headers['content-type']]).toEqual([200, 'application/zip']);
  expect((await olena.post(`/editions/${year}`, { from: year, reason: REASON })).json().code).toBe(
    'console.edition_exists',
  );
  const switching = () => olena.post(`/editions/${next}/switch`, { reason: REASON });
  expect((await switching()).json()).toMatchObject({ code: 'console.edition_open', metadata: { rule: 'open' } });

  api.clock.advance(3 * HOUR_MS);
  await api.deps.phases.refresh();
  // The session of before has ended.
  olena = await desk.console.member('Nadia', 'organiser');
  // Nobody has asked for the totals since, which are published for the switch.
  expect((await switching()).json().metadata).toEqual({ rule: 'log' });
  await lookAtLog(api);
  expect((await switching()).json().code).toBe('console.edition_unpublished');
  const { difference } = (await olena.get(`/edition/drafts/${draft}`)).json();
  expect(difference).toMatchObject({ year: next, live: null, guarded: [] });
  const published = await olena.post(`/edition/drafts/${draft}/publish`, {
    reason: REASON,
    withdraw: false,
    expected: 0,
  });
  expect(published.statusCode, published.body).toBe(200);
  expect((await get(api, '/api/edition')).json().data.year).toBe(year);

  const page = (await get(api, `/${year}/?lang=en`)).body;
  expect(page).toContain('Winner');
  const before = {
    edition: (await get(api, '/api/edition')).body,
    statistics: (await get(api, '/api/vote/statistics')).body,
    votes: (await get(api, '/api/vote/my-votes', voter.token)).body,
    receipts: (await get(api, '/api/vote/receipts', voter.token)).body,
    checkpoint: (await get(api, `/log/${year}/checkpoint`)).body,
    tile: (await get(api, `/log/${year}/tile/entries/000.p/3`)).body,
    decisions: (await get(api, `/${year}/decisions?lang=uk`)).body,
    report: (await get(api, `/log/${year}/report`)).body,
    reportPage: (await get(api, `/${year}/record/report?lang=uk`)).body,
  };
  expect(before.reportPage).toContain('Звіт');
  const answer = await switching();
  expect(answer.statusCode, answer.body).toBe(200);
  const onSwitched = vi.fn();
  const switcher = wireSwitch(api.app, api.deps, onSwitched);
  await switcher.look();
  await switcher.look();
  expect(onSwitched).toHaveBeenCalledTimes(1);
  // A process that has not followed yet takes no vote of its own edition for the next one.
  const late = await newVoter(api);
  expect(await vote(api, late.token)).toBe(403);

  // As each process opens it after a switch.
  const site = await startAnotherProcess(api);
  another = site;
  expect((await get(site, '/api/edition')).json().data).toMatchObject({ year: next, phase: 'open' });
  expect((await get(site, '/api/vote/my-votes', voter.token)).json()).toEqual([]);
  const past = (path: string) => `${path}?edition=${year}`;
  expect({
    edition: (await get(site, past('/api/edition'))).body,
    statistics: (await get(site, past('/api/vote/statistics'))).body,
    votes: (await get(site, past('/api/vote/my-votes'), voter.token)).body,
    receipts: (await get(site, past('/api/vote/receipts'), voter.token)).body,
    checkpoint: (await get(site, `/log/${year}/checkpoint`)).body,
    tile: (await get(site, `/log/${year}/tile/entries/000.p/3`)).body,
    decisions: (await get(site, `/${year}/decisions?lang=uk`)).body,
    report: (await get(site, `/log/${year}/report`)).body,
    reportPage: (await get(site, `/${year}/record/report?lang=uk`)).body,
  }).toEqual(before);
  const [receipt] = JSON.parse(before.receipts);
  expect(parseProof(receipt.proof).index).toBe(receipt.index);
  expect((await get(site, `/${year}/?lang=en`)).body).toBe(page);
  expect((await get(site, `/${year}`)).headers.location).toBe(`/${year}/`);
  expect((await get(site, `/${year - 1}/`)).statusCode).toBe(404);
  const unknown = async (path: string) => (await get(site, `${path}?edition=2001`, voter.token)).statusCode;
  expect([await unknown('/api/edition'), await unknown('/api/vote/my-votes')]).toEqual([404, 404]);
  expect((await get(site, '/api/edition?edition=soon')).statusCode).toBe(400);

  // Who voted last year votes again without another proof, in a log of its own.
  expect(await vote(site, voter.token)).toBe(201);
  expect((await get(site, '/api/vote/my-votes', voter.token)).json()).toHaveLength(1);
  await site.deps.publicLog.sequencer?.look();
  expect((await get(site, `/log/${next}/checkpoint`)).body).toMatch(new RegExp(`/log/${next}\n`));
  expect((await olena.get('/editions')).json().editions).toMatchObject([
    { year: next, state: 'current', versions: 1 },
    { year, state: 'archived' },
  ]);
  await expectSiteOf(year);
  const zip = await olena.get(`/editions/${year}/site`);
  expect(zip.headers['content-type'], zip.body.slice(0, 300)).toBe('application/zip');
  expect((await olena.get(`/editions/${next}/site`)).json().code).toBe('console.not_found');
  await expectCommandsOf(year, site);
});
