import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { makeBuiltPage } from '@laurel/support/built-page';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = makeBuiltPage();
let logo = '';
const api = useTestApi({ WEB_DIR: page.dir });
beforeAll(async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  writeFileSync(join(page.dir, 'assets', 'icon.svg'), drawing);
  writeFileSync(join(page.dir, 'assets', 'icon.svg.gz'), gzipSync(drawing));
  const { data } = (await api.get('/edition')).json();
  logo = publicEditionSchema.parse(data).nominations[0]?.categories[0]?.companies[0]?.logo ?? '';
});
afterAll(async () => {
  page.remove();
});

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXTS: [method: 'GET' | 'POST', url: string, status: number, type: string][] = [
  ['GET', '/', 200, 'text/html; charset=utf-8'],
  ['GET', '/assets/app.abc123.js', 200, 'application/javascript; charset=utf-8'],
  ['GET', '/assets/app.abc123.css', 200, 'text/css; charset=utf-8'],
  ['GET', '/assets/icon.svg', 200, 'image/svg+xml; charset=utf-8'],
  ['GET', '/robots.txt', 200, 'text/plain; charset=utf-8'],
  ['GET', '/manifest.webmanifest', 200, 'application/manifest+json; charset=utf-8'],
  ['GET', '/livez', 200, JSON_TYPE],
  ['GET', '/metrics', 200, 'text/plain; version=0.0.4; charset=utf-8'],
  ['GET', '/api/edition', 200, JSON_TYPE],
  ['GET', '/api/vote/statistics', 200, JSON_TYPE],
  ['GET', '/api/docs/', 200, 'text/html; charset=utf-8'],
  ['GET', '/api/docs/json', 200, JSON_TYPE],
  ['GET', '/api/users/info', 401, JSON_TYPE],
  ['GET', '/api/nothing', 404, JSON_TYPE],
  ['GET', '/assets/nothing.js', 404, JSON_TYPE],
  ['GET', '/share/card.png?nomination=a&nomination=b', 400, JSON_TYPE],
  ['POST', '/api/users/login', 400, JSON_TYPE],
];

describe('response headers', () => {
  it.each(TEXTS)('name the type and charset of a text: %s %s', async (method, url, status, type) => {
    const answer = await api.app.inject({ method, url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, type]);
  });

  it('name the type of an image, and the charset of an SVG', async () => {
    const typeOf = async (url: string) => (await api.app.inject({ method: 'GET', url })).headers['content-type'];
    expect(await typeOf(logo)).toBe('image/svg+xml; charset=utf-8');
    expect(await typeOf('/share/card.png')).toBe('image/png');
    const headers = { 'accept-encoding': 'gzip' };
    const packed = (await api.app.inject({ method: 'GET', url: '/assets/icon.svg', headers })).headers;
    expect([packed['content-encoding'], packed['content-type']]).toEqual(['gzip', 'image/svg+xml; charset=utf-8']);
  });

  it('prevent framing, MIME sniffing, another base URL and referrers', async () => {
    for (const url of [...TEXTS.map(([, each]) => each), logo, '/share/card.png', '/some/old/link']) {
      const { headers } = await api.app.inject({ method: 'GET', url });
      const policy = String(headers['content-security-policy']).split('; ');
      expect(policy, url).toEqual(
        expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
      );
      // No later directive allows what default-src forbids.
      expect(
        policy.filter((each) => each.startsWith('object-src')),
        url,
      ).toEqual([]);
      expect(headers['x-content-type-options'], url).toBe('nosniff');
      // The page's own requests name its address; other sites learn of none.
      expect(headers['referrer-policy'], url).toBe(url === '/' ? 'same-origin' : 'no-referrer');
    }
  });
});
