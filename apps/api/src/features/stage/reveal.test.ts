import type { StageState } from '@laurel/contracts/console/calls/stage';
import { winnerSlide } from '@laurel/contracts/console/stage';
import { codeOf } from '@laurel/support/console';
import { useEditionFolder, useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { lookAtLog } from '@laurel/support/public-log';
import { firstBallot, voteAs, votersOf } from '@laurel/support/voters';
import { beforeAll, expect, it } from 'vitest';
import { LAST_VOTE_MS } from '../../limits.ts';

// The announcement follows the stage: nothing that a visitor can fetch depends on a winner that was not shown yet.

const edition = useEditionFolder();
beforeAll(() => {
  edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden');
  edition.edit('edition.yaml', /^results:/m, 'announce: { reveal: with the stage }\nresults:');
});
const api = useTestApi({ EDITION_DIR: edition.path });
const database = useOwner(api);
const desk = useTestConsole(api);
const owner = useMember(desk, 'Olena', 'owner');

const GAMBLING = 'best-partner/gambling';
const BETTING = 'best-partner/betting';
const FIRST = 'northlight-partners';
const SECOND = 'ninth-carriage';
const pushed: string[] = [];

const get = async (url: string) => (await api.app.inject(url)).rawPayload.toString('base64');
/** Everything about nominees that a visitor can fetch: the head of the page at their link, its picture, their page, badge and embed. */
const seenOf = async (niche: string, companies: readonly string[]) => {
  const seen = companies.flatMap((company) => {
    const query = { nomination: 'best-partner', niche, company };
    const card = (language: string) => get(`/share/card.png?${new URLSearchParams({ ...query, lang: language })}`);
    const own = ['n', 'embed'].map((page) => get(`/${page}/best-partner/${niche}/${company}`));
    const badge = get(`/share/badge.svg?${new URLSearchParams(query)}`);
    return [api.deps.share.head(query, 'en'), api.deps.share.head(query, 'uk'), card('en'), card('uk'), badge, ...own];
  });
  return (await Promise.all(seen)).map((part) => JSON.stringify(part));
};
/** What is about the whole award: what its page is made from, and every other address. */
const seenOfAll = async () => [
  (await api.deps.pageData()).shared(),
  ...(await Promise.all(
    [
      ...['/api/edition', '/api/vote/statistics', '/api/vote/turnout', '/api/decisions', '/decisions'],
      ...['/record', '/record/report', `/log/${api.deps.edition.year}/result`],
    ].map(get),
  )),
];
const betting = () => seenOf('betting', [FIRST, SECOND]);
const shares = async (): Promise<{ niche: string }[]> => (await api.get('/vote/statistics')).json();
const logged = async () => (await api.app.inject(`/log/${api.deps.edition.year}/result`)).statusCode;
const reveal = async (slide: string) => {
  const { version }: StageState = (await owner.get('/stage/state')).json();
  return owner.post('/stage/move', { version, slide, blank: false });
};

beforeAll(async () => {
  const { nomination } = firstBallot(api);
  const [one, two, three, four] = await votersOf(api, 4);
  const vote = (voter: typeof one, niche: string, company: string) =>
    voter && voteAs(api, [voter], { nomination, niche, vote: company });
  for (const voter of [one, two, three]) await vote(voter, 'betting', voter === three ? SECOND : FIRST);
  await vote(four, 'gambling', FIRST);
  api.deps.statistics.listen((items) => pushed.push(...items.map(({ niche }) => niche)));
  await moveTimes(api, { closes: 'now', announced: 'now' });
  api.clock.advance(LAST_VOTE_MS);
});

// This test fails if the statistics have each category once the winners are announced.
it('shows nothing of a winner before the stage does: another one would give the same bytes', async () => {
  expect(await shares()).toEqual([]);
  const before = [await betting(), await seenOfAll()];
  const swap = `UPDATE tallies t SET count = 3 - t.count FROM nominees n JOIN categories c ON c.id = n.category_id
                 WHERE n.id = t.nominee_id AND c.niche = 'betting' AND n.company IN ('${FIRST}', '${SECOND}')`;
  const guarded = (what: string) => database.query(`ALTER TABLE tallies ${what} TRIGGER tallies_only_grow`);
  await guarded('DISABLE');
  await database.query(swap);
  api.clock.advance(5_000);
  const results = (await owner.get('/results')).json();
  expect(results.categories[1].nominees[0]).toMatchObject({ company: SECOND, share: 66.67 });
  expect([await betting(), await seenOfAll()]).toEqual(before);
  expect([pushed, await logged()]).toEqual([[], 404]);
  await database.query(swap);
  await guarded('ENABLE');
});

it('shows a category at the moment of its reveal, and no other', async () => {
  await lookAtLog(api);
  const before = await betting();
  const gambling = await seenOf('gambling', [FIRST]);
  await reveal(winnerSlide(GAMBLING));
  await expect.poll(async () => (await shares()).map(({ niche }) => niche)).toEqual(['gambling']);
  await expect.poll(() => pushed).toEqual(['gambling']);
  const after = await seenOf('gambling', [FIRST]);
  expect(after.map((bytes, place) => bytes === gambling[place])).toEqual(gambling.map(() => false));
  expect(await betting()).toEqual(before);
  expect(await logged()).toBe(404);
  expect(codeOf(await owner.post('/stage/restart', { reason: 'again' }))).toBe('console.is_public');
});

it('shows the rest at the end of the show, and opens the result in the log', async () => {
  await reveal(winnerSlide(BETTING));
  await expect
    .poll(async () => JSON.stringify((await shares())[1]))
    .toContain(`{"company":"${FIRST}","percentage":66.67}`);
  expect(await logged()).toBe(404);
  await reveal('end');
  await expect
    .poll(async () => (await shares()).length)
    .toBe(api.deps.edition.nominations.flatMap((each) => each.categories).length);
  expect(new Set(pushed).size).toBeGreaterThan(2);
  await lookAtLog(api);
  await expect.poll(logged).toBe(200);
});
