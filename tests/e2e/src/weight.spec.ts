import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Request } from '@playwright/test';
import { expect, test } from './site/fixtures.ts';

// What a first visit weighs, in octets as they are sent. docs/performance.md names the figures.

const ASSETS = fileURLToPath(new URL('../../../apps/web/dist/assets', import.meta.url));
const KB = 1024;

const sent = async (url: string, coding: string): Promise<Buffer> => {
  const [answer]: IncomingMessage[] = await once(get(url, { headers: { 'accept-encoding': coding } }), 'response');
  if (answer === undefined) throw new Error(`${url} was not answered`);
  expect(answer.headers['content-encoding']).toBe(coding);
  return buffer(answer);
};

for (const language of ['en', 'uk'] as const) {
  test(`the first answer is small: ${language}`, async ({ site }) => {
    const url = `${site.origin}/?lang=${language}`;
    const small = await sent(url, 'br');
    expect(small.length).toBeLessThan(24 * KB);
    // The head of a link is its own, so this answer is in gzip.
    const linked = await sent(`${url}&nomination=donat`, 'gzip');
    expect(linked.length).toBeLessThan(26 * KB);
    expect((await sent(`${url}&plain`, 'br')).length).toBeLessThan(18 * KB);
    const html = brotliDecompressSync(small).toString();
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('');
    expect(styles.length).toBeLessThan(20 * KB);
    expect(gunzipSync(linked).toString()).toContain(styles);
  });
}

test('the code of the first paint is small', async ({ site }) => {
  const html = brotliDecompressSync(await sent(`${site.origin}/`, 'br')).toString();
  const files = [...html.matchAll(/<link rel="modulepreload" href="\/assets\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(files.length).toBeGreaterThan(2);
  expect(files.length).toBeLessThan(7);
  const built = readdirSync(ASSETS);
  for (const name of files) expect(built).toContain(`${name}.br`);
  const octets = files.reduce((sum, name) => sum + statSync(`${ASSETS}/${name}.br`).size, 0);
  expect(octets).toBeLessThan(107 * KB);
});

test('loads at most 130 KB of JavaScript and 300 KB in all on the first visit, compressed', async ({ page }) => {
  const loading: Promise<readonly [string, number]>[] = [];
  const measure = (request: Request): void => {
    loading.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize]));
  };
  page.on('requestfinished', measure);
  await page.goto('/', { waitUntil: 'networkidle' });
  page.off('requestfinished', measure);
  const sizes = new Map(await Promise.all(loading));
  const total = (urls: string[]) => urls.reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
  const scripts = [...sizes.keys()].filter((url) => url.endsWith('.js'));
  // A value below React's own size would mean that the measurement missed files.
  expect(total(scripts)).toBeGreaterThan(50 * KB);
  expect(total(scripts)).toBeLessThanOrEqual(130 * KB);
  expect(total([...sizes.keys()])).toBeLessThanOrEqual(300 * KB);
});

// A browser reads data for the first of these objects: 6 to 17 ms each, during which the page does not respond.
const COSTLY = ['Collator', 'DisplayNames', 'ListFormat', 'RelativeTimeFormat', 'Segmenter'];
const KEEP_MADE = `
  globalThis.made = [];
  for (const name of ${JSON.stringify(COSTLY)}) {
    Intl[name] = new Proxy(Intl[name], {
      construct(target, args) {
        globalThis.made.push(name);
        return Reflect.construct(target, args);
      },
    });
  }`;

for (const language of ['en', 'uk'] as const) {
  test(`a first visit makes no costly object of Intl: ${language}`, async ({ page }) => {
    await page.addInitScript({ content: KEEP_MADE });
    await page.goto(`/?lang=${language}`, { waitUntil: 'networkidle' });
    await expect(page.locator('#nominations h3').first()).toBeVisible();
    expect(await page.evaluate('globalThis.made')).toEqual([]);
  });
}
