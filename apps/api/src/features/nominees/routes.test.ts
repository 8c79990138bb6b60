import { brotliDecompressSync } from 'node:zlib';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { moveTimes } from '@laurel/support/move-times';
import { describe, expect, it } from 'vitest';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '1000' });
const owner = useOwner(api);

const PLACE = 'best-partner/gambling/kite-and-rook';
const EMBED_LIMIT_BYTES = 10 * 1024;
const get = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
const textOf = async (url: string, headers?: Record<string, string>): Promise<string> =>
  (await get(url, headers)).body.replaceAll('\u00a0', ' ');

describe('a nominee’s page', () => {
  it('is in the language of its address, else in the browser’s, and names the other one', async () => {
    expect(await textOf(`/n/${PLACE}?lang=uk`)).toMatch(
      /<html lang="uk".*Номінація 2025.*Найкраща партнерська програма/s,
    );
    const page = await textOf(`/n/${PLACE}`, { 'accept-language': 'en' });
    expect(page).toContain('>Vote for Kite &#38; Rook</a>');
    for (const language of ['en', 'uk']) {
      expect(page).toContain(`hreflang="${language}" href="http://localhost:8080/n/${PLACE}?lang=${language}">`);
    }
  });

  it('tells search engines and previews what it is', async () => {
    const page = await textOf(`/n/${PLACE}?lang=en`);
    expect(page).toContain('<title>Kite &#38; Rook · Nominated 2025 · Meridian Awards 2025</title>');
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'WebPage',
      inLanguage: 'en',
      about: { name: 'Kite & Rook', url: 'https://kiterook.example' },
    });
    const [, image = ''] = /property="og:image" content="http:\/\/[^/]+([^"]*)"/.exec(page) ?? [];
    expect((await get(image.replaceAll('&#38;', '&'))).headers['content-type']).toBe('image/png');
  });

  it('is compressed, revalidated and the same for everybody, without cookies', async () => {
    const packed = await get(`/n/${PLACE}?lang=en`, { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=5' });
    expect(packed.headers['set-cookie']).toBeUndefined();
    expect(brotliDecompressSync(packed.rawPayload).toString()).toContain('Kite');
    const again = { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) };
    expect((await get(`/n/${PLACE}?lang=en`, again)).statusCode).toBe(304);
  });

  it('leads to the award if there is no such nominee', async () => {
    for (const place of ['best-partner/crypto/kite-and-rook', 'no/such/nominee']) {
      const { statusCode, headers } = await get(`/n/${place}`);
      expect([statusCode, headers.location]).toEqual([302, '/']);
    }
  });
});

describe('the embed', () => {
  it('may be shown by any site, runs its own lines only, and stays small', async () => {
    const { headers, rawPayload } = await get(`/embed/${PLACE}?lang=uk`);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    );
    expect(headers['set-cookie']).toBeUndefined();
    expect(rawPayload.length).toBeLessThan(EMBED_LIMIT_BYTES);
    expect(rawPayload.toString()).toContain('target="_blank"');
  });

  it('leads to the award if there is no such nominee', async () => {
    const { statusCode, body } = await get('/embed/no/such/nominee?lang=en');
    expect(statusCode).toBe(404);
    expect(body).toContain('<a href="http://localhost:8080/" target="_blank"');
  });
});

it('badges are for nominees only, and others find none', async () => {
  expect((await get('/share/badge.svg?nomination=best-partner')).statusCode).toBe(404);
  expect((await get('/share/qr.png')).statusCode).toBe(404);
});

// Last: the winners are announced from here on.
it('a nominee becomes a winner or a finalist at the announcement, on the page, the embed and the badge', async () => {
  const path = '/share/badge.svg?nomination=best-partner&niche=gambling&company=kite-and-rook';
  const before = (await get(path)).body;
  const [first] = await api.deps.db.nominee.findMany({ where: { company: 'kite-and-rook' }, orderBy: { id: 'asc' } });
  await owner.query('INSERT INTO tallies VALUES ($1, 0, 3)', [first?.id]);
  await moveTimes(api, { closes: 'now', announced: 'now' });
  api.clock.advance(20_000);
  await expect.poll(() => textOf(`/n/${PLACE}?lang=en`)).toContain('Winner 2025');
  expect(await textOf('/n/best-partner/gambling/velvet-key?lang=uk')).toContain('Фінал 2025');
  expect(await textOf(`/embed/${PLACE}?lang=en`)).toMatch(/Winner 2025.*100\.00.*All winners/s);
  expect(await textOf(`/n/${PLACE}?lang=en`)).not.toContain('Vote for');
  expect((await get(path)).body).not.toBe(before);
});
