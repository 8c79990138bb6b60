import type { VisitStep } from '@laurel/contracts/console/calls/visits';
import { fieldsOf } from '@laurel/support/console';
import { useMember, useOwner, useTestApi, useTestConsole } from '@laurel/support/hooks';
import { messagesTo } from '@laurel/support/inbox';
import { describe, expect, it } from 'vitest';
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
