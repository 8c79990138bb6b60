import { AsyncLocalStorage } from 'node:async_hooks';
import { LANGUAGES } from '@laurel/contracts/languages';
import { startAnotherProcess } from '@laurel/support/harness';
import { useEditionFolder, useOwner, useTestApi } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { after } from '../../clock.ts';
import { hashHandle } from '../../crypto/random.ts';

// What is hidden leaks nowhere: everything that a visitor, an embed and a kit of a nominee can fetch is the same, byte by byte and
// header by header, with another count. So is what it asks the database, so that the time of an answer tells nothing, either.

const HOUR_MS = 3_600_000;
const READS = { LIMITS_READS_NETWORK_MINUTE: '100000' };
const PLACE = 'best-partner/gambling';
const NOMINEES = ['copperfinch', 'velvet-key'];

/** The secret of the kit of the first nominee. */
const SECRET = 'a'.repeat(22);
const PAGES = [...NOMINEES.flatMap((each) => [`/n/${PLACE}/${each}`, `/embed/${PLACE}/${each}`]), `/kit/${SECRET}`];

/** The statements of the request that runs. */
const asked = new AsyncLocalStorage<string[]>();
beforeAll(() => {
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [query] = args;
    const text = typeof query === 'string' ? query : String((query as { text?: string }).text);
    // The publication of each second is made by the request that comes then.
    if (!text.includes('publish_tallies')) asked.getStore()?.push(text);
    return Reflect.apply(send, this, args);
  });
});
afterAll(() => vi.restoreAllMocks());

/** The status, the headers, the bytes and the statements of an answer, without its time. */
const answerOf = async (app: FastifyInstance, url: string): Promise<string> => {
  const statements: string[] = [];
  // Views by people are counted, and shown in the kit.
  const options = { url, headers: { 'user-agent': 'a-bot' } };
  const { statusCode, headers, rawPayload } = await asked.run(statements, async () => await app.inject(options));
  const { date: _date, ...others } = headers;
  return JSON.stringify([statusCode, others, Buffer.from(rawPayload).toString('base64'), statements.sort()]);
};

/** The pages in both languages, and all pictures that they name. */
const everything = async (app: FastifyInstance): Promise<Map<string, string>> => {
  const answers = new Map<string, string>();
  const pictures = new Set<string>();
  for (const path of PAGES.flatMap((page) => LANGUAGES.map((language) => `${page}?lang=${language}`))) {
    answers.set(path, await answerOf(app, path));
    const { body } = await app.inject({ url: path, headers: { 'user-agent': 'a-bot' } });
    for (const [, picture = ''] of body.matchAll(/"[^"]*(\/share\/[^"]+)"/g))
      pictures.add(picture.replaceAll('&#38;', '&'));
  }
  for (const picture of pictures) answers.set(picture, await answerOf(app, picture));
  return answers;
};

const edition = useEditionFolder();
beforeAll(() => edition.edit('edition.yaml', /visibility: live/, 'visibility: hidden'));

describe.each([
  ['hidden results', { ...READS, EDITION_DIR: edition.path }, [7, 1], [2, 90]],
  ['public percentages of other counts', READS, [30, 10], [3, 1]],
] as const)('with %s', (what, env, first, second) => {
  const api = useTestApi({ ...env });
  const owner = useOwner(api);

  /** What a new process, which has nothing in memory, answers after these more votes for the first two nominees. */
  const shownWith = async (counts: readonly number[]): Promise<Map<string, string>> => {
    const ids = await owner.query<{ id: number }>(
      `SELECT n.id FROM nominees n JOIN categories c ON c.id = n.category_id
        WHERE c.nomination || '/' || c.niche = $1 AND n.company = ANY ($2) ORDER BY array_position($2, n.company)`,
      [PLACE, NOMINEES],
    );
    for (const [index, count] of counts.entries()) {
      await owner.query(
        `INSERT INTO tallies VALUES ($1, 0, $2)
             ON CONFLICT (nominee_id, slot) DO UPDATE SET count = tallies.count + excluded.count`,
        [ids.rows[index]?.id, count],
      );
    }
    await owner.query('DELETE FROM published_tallies');
    const another = await startAnotherProcess(api);
    const published = async () => (await another.app.inject({ url: '/api/vote/statistics' })).body;
    if (what !== 'hidden results') await expect.poll(published).toContain('"percentage":75');
    const answers = await everything(another.app);
    await another.close();
    return answers;
  };

  it.each([
    ['before voting', 'opens', HOUR_MS],
    ['while voting is open', 'opens', undefined],
    ['after voting', 'closes', undefined],
  ] as const)('everything is the same %s', async (_phase, boundary, inMs) => {
    await owner.query('SELECT link_kit($1, $2, NULL, NULL, NULL, $3, now())', [
      ...[`${PLACE}/${NOMINEES[0]}`, hashHandle(SECRET), 'olena'],
    ]);
    await moveTimes(api, { [boundary]: inMs === undefined ? 'now' : after(api.clock.now(), inMs) });
    api.clock.advance(20_000);
    const [one, other] = [await shownWith(first), await shownWith(second)];
    expect([...one].filter(([path, answer]) => other.get(path) !== answer).map(([path]) => path)).toEqual([]);
    // The cards, badges and codes in each language, those of previews among them.
    expect(one.size).toBeGreaterThan(2 * PAGES.length + 16);
    expect(one.get(`/kit/${SECRET}?lang=en`)).toContain('SELECT');
  });
});
