import type { VisitStep } from '@laurel/contracts/console/calls/visits';
import { fieldsOf } from '@laurel/support/console';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { messagesTo } from '@laurel/support/inbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { addVisits } from '../visits/store.ts';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000' });
const database = useOwner(api);
const desk = useTestConsole(api);
const olena = useMember(desk, 'Olena', 'organiser');
const editor = useMember(desk, 'Iryna', 'editor');

const KITE = '/kits/best-partner/gambling/kite-and-rook';
const link = async (body: object = {}): Promise<string> => {
  const answer = await olena.post(`${KITE}/link`, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return String(answer.json().data.link);
};
const open = (url: string, language = 'en') => api.app.inject({ url: `${new URL(url).pathname}?lang=${language}` });
const stateOf = async () => {
  const { nominees } = (await editor.get('/kits')).json();
  return nominees.find(({ company }: { company: string }) => company === 'kite-and-rook');
};

const correct = (url: string, fields: Record<string, string>, language = 'en') =>
  api.app.inject({
    method: 'POST',
    url: `${new URL(url).pathname}?lang=${language}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('the link to a kit', () => {
  it('is made by an organiser, opened without an account, and seen as opened by the team', async () => {
    expect(await stateOf()).toMatchObject({ name: { en: 'Kite & Rook' }, madeAt: null, openedAt: null });
    const url = await link();
    expect(url).toMatch(/^http:\/\/localhost:\d+\/kit\/[\w-]{22}$/);
    expect(await stateOf()).toMatchObject({ madeAt: expect.any(String), openedAt: null });
    const { statusCode, headers, body } = await open(url);
    expect([statusCode, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      ...[200, 'no-store', 'noindex, nofollow'],
    ]);
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).toContain('The kit of Kite &#38; Rook');
    expect((await stateOf()).openedAt).toEqual(expect.any(String));
    const { rows } = await database.query(`SELECT actor FROM audit_entries WHERE action LIKE 'kit.%' ORDER BY id`);
    expect(rows.map(({ actor }) => actor)).toEqual(['Olena (console)', 'nominee']);
  });

  it('has pictures in both languages, a code, texts, and lines of HTML without scripts', async () => {
    const { body } = await open(await link(), 'uk');
    const files = [...body.matchAll(/href="(\/share\/[^"]+)" download="([^"]+)"/g)];
    expect(files.map(([, , name]) => name)).toEqual(
      expect.arrayContaining([
        ...['kite-and-rook-square-uk-card.png', 'kite-and-rook-story-en-card.png', 'kite-and-rook-wide-en-card.png'],
        ...['kite-and-rook-dark-uk-badge.svg', 'kite-and-rook-light-en-badge.png', 'kite-and-rook-qr.svg'],
      ]),
    );
    for (const [, path = ''] of files.filter(([, , name]) => !name?.includes('card'))) {
      expect((await api.app.inject({ url: path.replaceAll('&#38;', '&') })).statusCode, path).toBe(200);
    }
    expect(body).toContain('Голосуйте: Kite &#38; Rook');
    // What is to be pasted: it is text here, and so is its own escaping.
    expect(body).toContain('&#60;iframe src=');
    expect(body).not.toMatch(/<script|&#60;script/);
  });

  it('says what the nominee’s link brought by day, in steps that show no single person', async () => {
    const url = await link();
    expect((await open(url)).body).toContain('Nobody has opened your page yet.');
    const day = (count: number) => new Date(api.clock.now().getTime() - count * 86_400_000);
    const campaign = 'n/best-partner/gambling/kite-and-rook';
    const add = (at: Date, step: VisitStep, count: number) => addVisits(api.deps.pool, at, [{ campaign, step, count }]);
    await add(day(1), 'views', 4);
    await add(day(2), 'views', 23);
    await add(day(2), 'registered', 4);
    await add(day(2), 'logins', 1);
    await add(day(2), 'votes', 9);
    await add(day(90), 'views', 100);
    const cells = [...(await open(url)).body.matchAll(/<td>([^<]*)<\/td>/g)].map(([, text]) => text);
    expect(cells).toEqual(['&#60; 5', '&#60; 5', '20+', '5+']);
  });

  it('is mailed to an address that is kept nowhere', async () => {
    const url = await link({ email: ' pr@kiterook.example ', language: 'uk' });
    const [mail] = await messagesTo(api.deps, 'pr@kiterook.example');
    expect(mail?.subject).toContain('Kite & Rook серед номінантів');
    expect(mail?.text).toContain(url);
    const { rows } = await database.query(
      'SELECT m::text AS kept FROM messages m UNION ALL SELECT k::text FROM kits k UNION ALL SELECT a::text FROM audit_entries a',
    );
    expect(JSON.stringify(rows)).not.toContain('pr@');
    expect(fieldsOf(await olena.post(`${KITE}/link`, { email: 'pr' }))).toEqual({ email: expect.any(String) });
  });

  it('leads nowhere once it is replaced or revoked, in the words of the language', async () => {
    const [first, second] = [await link(), await link()];
    expect((await open(first)).statusCode).toBe(404);
    expect((await open(second)).statusCode).toBe(200);
    const reason = 'it was forwarded';
    expect((await olena.post(`${KITE}/revoke`, { reason })).statusCode).toBe(200);
    expect((await open(second, 'uk')).body).toContain('Це посилання більше не діє');
    expect((await olena.post(`${KITE}/revoke`, { reason })).json()).toMatchObject({ code: 'console.not_found' });
  });

  it('is made and revoked by organisers only, and only for a nominee', async () => {
    expect((await editor.post(`${KITE}/link`, {})).statusCode).toBe(403);
    expect((await editor.post(`${KITE}/revoke`, { reason: 'a test' })).statusCode).toBe(403);
    expect((await olena.post('/kits/best-partner/gambling/nobody/link', {})).statusCode).toBe(404);
  });
});

describe('a correction', () => {
  const sent = (body: string) => /id="correct"[^>]*role="status">([^<]*)/.exec(body)?.[1];
  beforeEach(async () => {
    await database.query('DELETE FROM kits');
  });

  it('of a nominee becomes a draft, and changes nothing that is public', async () => {
    const url = await link();
    const { body } = await open(url);
    const inputs = body.matchAll(/name="((?:name|desc)\.\w+|link)"[^>]*?(?:value="|>\n)([^"<]*)/g);
    const shown = Object.fromEntries([...inputs].map(([, name, text]) => [name, text?.replace('&#38;', '&')]));
    const fields = { 'name.en': 'Kite and Rook', 'desc.uk': 'Чесні капи.\n\nІ відкритий журнал.' };
    const answer = await correct(url, { ...shown, ...fields }, 'uk');
    expect([answer.statusCode, answer.headers['cache-control'], sent(answer.body)]).toEqual([
      ...[200, 'no-store', 'Дякуємо. Рішення за організаторами.'],
    ]);
    expect((await stateOf()).suggestion).toEqual(fields);
    const made = await editor.post(`${KITE}/draft`, {});
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().data;
    const draft = (await editor.get(`/edition/drafts/${id}`)).json();
    const place = 'nominations.best-partner.categories.gambling.companies.kite-and-rook';
    expect([draft.name, draft.problems]).toEqual(['Correction: Kite & Rook', []]);
    // The name, in the nominee’s other category, too.
    expect(draft.difference.changes).toMatchObject([
      { field: `${place}.name.en`, before: 'Kite & Rook', after: 'Kite and Rook' },
      { field: `${place}.desc.uk`, after: '<p>Чесні капи.</p><p>І відкритий журнал.</p>' },
      { field: `${place.replace('gambling', 'betting')}.name.en` },
    ]);
    expect((await stateOf()).suggestion).toBeNull();
    expect((await editor.post(`${KITE}/draft`, {})).statusCode).toBe(404);
    expect((await open(url)).body).toContain('The kit of Kite &#38; Rook');
  });

  it.each([
    ['an empty name', { 'name.uk': ' ' }],
    ['a long description', { 'desc.en': 'a'.repeat(2001) }],
    ['a link that is a script', { link: 'javascript:alert(1)' }],
    ['nothing new', { link: 'https://kiterook.example' }],
  ])('with %s is shown again, and not stored', async (_what, fields) => {
    const answer = await correct(await link(), fields);
    expect([answer.statusCode, sent(answer.body)]).toEqual([400, undefined]);
    expect(answer.body).toContain('Change a name');
    expect((await stateOf()).suggestion).toBeNull();
    expect((await correct(`http://localhost/kit/${'b'.repeat(22)}`, fields)).statusCode).toBe(404);
  });

  // This test fails without the comparison of suggested_at: all are stored.
  it('can be sent once a minute, of many at once, and replaces the one before', async () => {
    const url = await link();
    const send = (text: number) => correct(url, { 'name.en': `Kite ${text}` });
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(429)]);
    api.clock.advance(60_000);
    expect((await send(8)).statusCode).toBe(200);
    expect((await stateOf()).suggestion).toEqual({ 'name.en': 'Kite 8' });
  });
});
