import { PHASES } from '@laurel/contracts/phase';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { makeBuiltPage } from '@laurel/support/built-page';
import { named, useEditionDesk } from '@laurel/support/edition-desk';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const built = makeBuiltPage();
afterAll(() => built.remove());
const desk = useEditionDesk({ WEB_DIR: built.dir, LIMITS_READS_NETWORK_MINUTE: '30' });

/** Addresses of one network may be looked up thirty times a minute. */
let network = 0;
beforeEach(() => {
  network += 1;
});
const open = (url: string, headers: Record<string, string> = {}) =>
  desk.api.app.inject({ method: 'GET', url, headers, remoteAddress: `198.51.100.${network}` });
const share = async (id: number, days = 7, person = desk.olena) => {
  const answer = await person.post(`/edition/drafts/${id}/preview`, { days });
  expect(answer.statusCode, answer.body).toBe(201);
  const { url, expiresAt } = answer.json().data;
  return { path: new URL(url).pathname, url: String(url), expiresAt: String(expiresAt) };
};
const pageData = z.object({
  edition: publicEditionSchema,
  statistics: z.array(z.object({ results: z.array(z.object({ percentage: z.number() })) })),
  turnout: z.object({ votes: z.number() }).nullable(),
});
const dataOf = (html: string) => pageData.parse(JSON.parse(/id="laurel-data">(.*?)<\/script>/s.exec(html)?.[1] ?? ''));
const endIt = (id: number, person = desk.olena) => person.post(`/edition/drafts/${id}/preview/end`);

describe('a preview', () => {
  it('that an editor shares shows the draft in each phase at a secret address, and leaves the live page as it is', async () => {
    const editor = await desk.console.member('Iryna', 'editor');
    const draft = await desk.upload(desk.changed(named('Northern Prize')), editor);
    const [live, stored] = [await desk.api.get('/edition'), await desk.stored()];
    const { path, url, expiresAt } = await share(draft.id, 1, editor);
    expect(url).toMatch(/^http:\/\/localhost:\d+\/preview\/[\w-]{22}\/$/);
    expect((await editor.get(`/edition/drafts/${draft.id}/preview`)).json()).toEqual({ expiresAt });

    const bar = await open(path, { 'accept-language': 'uk' });
    expect(bar.statusCode).toBe(200);
    expect(bar.body).toContain('src="page?phase=open&amp;lang=uk"');
    expect(bar.body).toContain('Переможці');
    for (const phase of PHASES) {
      const { body } = await open(`${path}page?phase=${phase}&lang=en`);
      expect(body).toContain('<title>Northern Prize</title>');
      const { edition, statistics, turnout } = dataOf(body);
      expect([edition.phase, edition.texts.name.en, edition.log]).toEqual([phase, 'Northern Prize', null]);
      const isCounted = edition.results.visible && phase !== 'scheduled';
      expect([statistics.length > 0, turnout !== null]).toEqual([isCounted, isCounted]);
    }
    expect((await desk.api.get('/edition')).body).toBe(live.body);
    expect(await desk.stored()).toEqual(stored);
    expect(await desk.lastEntry()).toMatchObject({ action: 'edition.preview', actor: 'Iryna (console)' });
  });

  it('is for the person with the address only: nothing finds, keeps, frames or connects it, and it has an origin of its own', async () => {
    const { path } = await share((await desk.upload(desk.changed({}))).id);
    const [bar, page] = [await open(path), await open(`${path}page`)];
    for (const { headers } of [bar, page]) {
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
    }
    const policyOf = ({ headers }: typeof bar) => String(headers['content-security-policy']).split('; ');
    expect(policyOf(bar)).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "default-src 'none'"]));
    expect(policyOf(page)).toEqual(
      expect.arrayContaining([
        "connect-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "default-src 'none'",
      ]),
    );
    const sandbox = policyOf(page).find((each) => each.startsWith('sandbox'));
    expect(sandbox).toContain('allow-scripts');
    expect(sandbox).not.toContain('allow-same-origin');
    const script = await open('/preview/assets/preview.abc123.js');
    expect(script.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it('has the draft’s pictures below its address, and no others', async () => {
    const { path } = await share((await desk.upload(desk.changed({}))).id);
    const { edition } = dataOf((await open(`${path}page`)).body);
    const { logo } = edition.nominations[0]?.categories[0]?.companies[0] ?? { logo: '' };
    expect(logo.startsWith(`${path}logos/`)).toBe(true);
    const image = await open(logo);
    expect([image.statusCode, image.headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
    expect(image.rawPayload.length).toBeGreaterThan(0);
    const others = [
      `${path}logos/none.svg`,
      `${path}pictures/${logo.split('/').at(-1)}`,
      logo.replace(path, '/preview/x/'),
    ];
    for (const other of others) expect((await open(other)).statusCode, other).toBe(404);
  });

  it('that ended, expired, was replaced, was deleted or never was has the same answer', async () => {
    const upload = () => desk.upload(desk.changed({}));
    const [first, second, third] = [await upload(), await upload(), await upload()];
    const replaced = await share(first.id);
    const ended = await share(first.id);
    const deleted = await share(second.id);
    const expired = await share(third.id);
    await desk.owner.query('UPDATE edition_drafts SET preview_ends_at = now() WHERE id = $1', [third.id]);
    expect((await endIt(first.id)).statusCode).toBe(200);
    expect((await endIt(first.id)).json().code).toBe('console.not_found');
    await desk.olena.post(`/edition/drafts/${second.id}/delete`, { reason: 'a mistake' });
    const gone = await open(`/preview/${'A'.repeat(22)}/`);
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(gone.body).toContain('This preview has ended');
    for (const { path } of [replaced, ended, deleted, expired]) {
      for (const each of [path, `${path}page`]) {
        const { statusCode, body } = await open(each);
        expect([statusCode, body]).toEqual([404, gone.body]);
      }
    }
    for (const { id } of [first, third]) {
      expect((await desk.olena.get(`/edition/drafts/${id}/preview`)).json()).toEqual({ expiresAt: null });
    }
  });

  it('of a draft with problems says what to do', async () => {
    const { id } = await desk.upload(desk.changed({ 'edition.yaml': (text) => text.replace(/^year: .*$/m, '') }));
    const { statusCode, body } = await open((await share(id)).path, { 'accept-language': 'uk' });
    expect(statusCode).toBe(200);
    expect(body).toContain('Цю чернетку поки не можна показати');
  });

  it('is made and ended by those who draft, for one to thirty days', async () => {
    const { id } = await desk.upload(desk.changed({}));
    for (const role of ['support', 'auditor'] as const) {
      const person = await desk.console.member(role, role);
      const answers = [
        await person.post(`/edition/drafts/${id}/preview`, { days: 7 }),
        await endIt(id, person),
        await person.get(`/edition/drafts/${id}/preview`),
      ];
      expect(answers.map((each) => each.json().code)).toEqual(Array(3).fill('console.forbidden'));
    }
    for (const days of [0, 31, 1.5]) {
      expect((await desk.olena.post(`/edition/drafts/${id}/preview`, { days })).statusCode).toBe(400);
    }
    expect((await desk.olena.post('/edition/drafts/2000000000/preview', { days: 1 })).json().code).toBe(
      'console.not_found',
    );
  });

  it('counts each page, picture and guess as a read of its network', async () => {
    const { path } = await share((await desk.upload(desk.changed({}))).id);
    const urls = [path, `${path}page`, `${path}logos/none.svg`, '/preview/guess/'];
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => open(urls[index % 4] ?? '')));
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10);
  });
});
