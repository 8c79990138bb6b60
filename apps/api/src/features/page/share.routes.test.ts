import { inflateSync } from 'node:zlib';
import { useTestApi } from '@laurel/support/hooks';
import { describe, expect, it } from 'vitest';

const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: '30' });

const card = (query: string, remoteAddress = '127.0.0.1') =>
  api.app.inject({ method: 'GET', url: `/share/card.png${query}`, remoteAddress });

/** The width and height of a PNG, and the bytes of its decompressed pixels (https://www.w3.org/TR/png/#11IHDR). */
const readPng = (bytes: Buffer) => {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') {
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    }
  }
  const pixelBytes = inflateSync(Buffer.concat(parts)).length;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), pixelBytes };
};

describe('GET /share/card.png', () => {
  it('draws 1200 × 630 pixels for the awards, a nomination in both languages, and nominees', async () => {
    const queries = [
      '',
      '?nomination=best-partner',
      '?nomination=best-partner&lang=uk',
      '?nomination=best-partner&company=kite-and-rook',
      '?nomination=best-partner&company=copperfinch',
    ];
    const seen = new Set<string>();
    for (const query of queries) {
      const answer = await card(query);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
      expect(answer.headers['cache-control']).toContain('max-age');
      const { width, height, pixelBytes } = readPng(answer.rawPayload);
      expect([width, height]).toEqual([1200, 630]);
      expect(pixelBytes).toBeGreaterThanOrEqual(1200 * 630 * 3);
      expect(answer.rawPayload.length).toBeLessThan(600_000);
      seen.add(answer.rawPayload.toString('base64'));
    }
    expect(seen.size).toBe(queries.length);
  });

  it('draws 1080 × 1350 pixels for a post about a nominee', async () => {
    const nominee = '?nomination=best-partner&company=kite-and-rook';
    const tall = readPng((await card(`${nominee}&format=tall`, '198.51.100.9')).rawPayload);
    expect([tall.width, tall.height]).toEqual([1080, 1350]);
    const ofAwards = readPng((await card('?format=tall', '198.51.100.9')).rawPayload);
    expect([ofAwards.width, ofAwards.height]).toEqual([1200, 630]);
  });

  it('may be cached for a day if its URL names the current phase', async () => {
    const nominee = '?nomination=best-partner&company=kite-and-rook';
    const cachingOf = async (query: string) => (await card(query, '198.51.100.9')).headers['cache-control'];
    expect(await cachingOf(`${nominee}&phase=open`)).toBe('public, max-age=86400');
    expect(await cachingOf(`${nominee}&phase=announced`)).toBe('public, max-age=300');
    expect(await cachingOf(nominee)).toBe('public, max-age=300');
  });

  it('draws an image once for simultaneous requests and unknown parameters', async () => {
    const asked = ['', '&company=nobody', '&x=1', '&niche=none'].map((more) =>
      api.deps.share.picture('card.png', Object.fromEntries(new URLSearchParams(`nomination=donat${more}`))),
    );
    const [first, ...others] = await Promise.all(asked);
    for (const other of others) expect(other.image).toBe(first?.image);
    expect((await api.deps.share.picture('card.png', { nomination: 'donat' })).image).toBe(first?.image);
  });

  it('rejects a parameter that is given twice', async () => {
    const answer = await card('?nomination=best-partner&nomination=donat', '198.51.100.8');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
  });

  it('returns 429 for a network above its read limit', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => card('', '198.51.100.7')));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(10);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
