import { readEditionArchive } from '@laurel/catalog/edition-archive';
import { type ConsoleClient, startTestConsole, type TestConsole } from '@laurel/support/console';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, expect, it } from 'vitest';

const TAKES = [
  '/results/sheet',
  '/results/season',
  '/results/table.csv',
  '/results/table.xlsx',
  '/results/logos.zip',
] as const;
const ROLES = ['owner', 'organiser', 'support', 'auditor'] as const;

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden\n  staff: embargo'));
const open = useTestApi();
const hidden = useTestApi({ EDITION_DIR: edition.path });
const owner = useOwner(open);

type Desk = { api: typeof open; desk: TestConsole; team: ConsoleClient[] };
const desks: Desk[] = [];
beforeAll(async () => {
  for (const api of [open, hidden]) {
    const desk = await startTestConsole(api);
    const team: ConsoleClient[] = [];
    for (const role of ROLES) team.push(await desk.member(role, role));
    desks.push({ api, desk, team });
  }
  const company = open.deps.edition.nominations[0]?.categories[0]?.companies[0]?.tag;
  const [voter] = await votersOf(open, 1);
  const ballot = { nomination: 'best-partner', niche: 'gambling', vote: company };
  expect((await open.post('/vote', ballot, { token: voter?.token ?? '' })).statusCode).toBe(201);
});
afterAll(() => Promise.all(desks.map(({ desk }) => desk.close())));

const by = { actor: 'taras', reason: 'the show' };
const move = async ({ api }: Desk, times: { closes?: 'now'; announced?: 'now' }) => {
  const moved = await api.deps.moves.move(
    { clear: false, ...times },
    by,
    { moved: api.deps.phases.moved() },
    { alone: true },
  );
  api.clock.advance(60_000);
  return moved;
};
/** The answers to each of these, by role; all of them are the same. */
const answers = async ({ team }: Desk): Promise<string[]> =>
  Promise.all(
    team.map(async (person) => {
      const seen = await Promise.all(
        TAKES.map(async (path) => {
          const answer = await person.get(path);
          return answer.statusCode === 200 ? 'taken' : String(answer.json().code);
        }),
      );
      return [...new Set(seen)].join();
    }),
  );

it('gives the result to owners and organisers from the end of voting on, to auditors after the announcement, and never under an embargo', async () => {
  const [early, later, no, embargo] = ['console.no_result', 'taken', 'console.forbidden', 'console.embargo'];
  const [free, held] = desks;
  if (!free || !held) throw new Error('a console is missing');
  expect(await answers(free)).toEqual([early, early, no, early]);
  expect(await answers(held)).toEqual([embargo, embargo, no, embargo]);
  for (const each of desks) await move(each, { closes: 'now' });
  expect(await answers(free)).toEqual([later, later, no, early]);
  expect(await answers(held)).toEqual([embargo, embargo, no, embargo]);
  for (const each of desks) await move(each, { announced: 'now' });
  expect(await answers(free)).toEqual([later, later, no, later]);
  expect(await answers(held)).toEqual([later, later, no, later]);
});

it('sends files that the browser saves, and records each of them', async () => {
  const organiser = desks[0]?.team[1];
  if (!organiser) throw new Error('nobody is here');
  const { year } = open.deps.edition;
  const [csv, xlsx, logos] = await Promise.all(
    ['/results/table.csv?language=uk', '/results/table.xlsx', '/results/logos.zip'].map((path) => organiser.get(path)),
  );
  expect(csv?.headers).toMatchObject({
    'content-disposition': `attachment; filename="results-${year}.csv"`,
    'cache-control': 'no-store',
  });
  expect(csv?.body).toMatch(
    /^\uFEFFНомінація,[^\n]*\r\nНайкраща партнерська програма,Гемблінг,1,[^\n]*,1,100,перемога\r\n/,
  );
  expect(xlsx?.headers['content-type']).toContain('spreadsheetml.sheet');
  const { files } = await readEditionArchive(logos?.rawPayload ?? Buffer.alloc(0));
  expect([...files.keys()]).toEqual(['Best Affiliate Program - Gambling - Northlight Partners.svg']);
  const { rows } = await owner.query(
    `SELECT actor, subject, detail FROM audit_entries WHERE action = 'results.export' ORDER BY id DESC LIMIT 3`,
  );
  const recorded = { actor: 'organiser (console)', subject: 'results' };
  expect(new Set(rows)).toEqual(
    new Set(
      [`results-${year}.csv`, `results-${year}.xlsx`, `winners-logos-${year}.zip`].map((file) => ({
        ...recorded,
        detail: { file },
      })),
    ),
  );
});
