import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { BUILT_CSS, makeBuiltPage } from '@laurel/support/built-page';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inlineJson } from '../../http/inline-json.ts';
import { loadPage } from './service.ts';

let api: TestApi;
let built: ReturnType<typeof makeBuiltPage>;
beforeAll(async () => {
  built = makeBuiltPage();
  api = await startTestApi({ WEB_DIR: built.dir });
});
afterAll(async () => {
  await api.close();
  built.remove();
});

const page = () => api.app.inject({ method: 'GET', url: '/' });
const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="laurel-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('the page', () => {
  it('RO-04 contains the edition and the statistics', async () => {
    const answer = await page();
    expect(answer.statusCode).toBe(200);
    const data = z
      .object({ edition: publicEditionSchema, statistics: z.array(statisticsItemSchema), ipLookupUrl: z.string() })
      .parse(dataOf(answer.body));
    expect(data.edition.nominations).toHaveLength(10);
    expect(data.statistics).toHaveLength(22);
    expect(data.ipLookupUrl).toBe('/api/client-ip');
  });

  it('puts the shared subject and the language into its head', async () => {
    const headOf = async (url: string, acceptLanguage = 'en') => {
      const { body } = await api.app.inject({ method: 'GET', url, headers: { 'accept-language': acceptLanguage } });
      return body.slice(0, body.indexOf('</head>'));
    };
    expect(await headOf('/')).toContain('<title>Meridian Awards 2025</title>');
    expect(await headOf('/?nomination=donat')).toContain('<title>Donation of the Year · Meridian Awards 2025</title>');
    expect(await headOf('/?nomination=donat', 'uk-UA,uk;q=0.9')).toContain('content="uk_UA"');
    expect(await headOf('/?nomination=donat&lang=en', 'uk')).toContain('content="en_US"');
    // The query is decoded once: a name that is encoded twice is another name, which no nomination has.
    expect(await headOf('/?nomination=%64onat')).toContain('<title>Donation of the Year');
    expect(await headOf('/?nomination=%2564onat')).toContain('<title>Meridian Awards 2025</title>');
    const nasty = await headOf('/?nomination=%3Cscript%3E&company=%22%3E%3Cscript%3E&lang=%3Cscript%3E');
    expect(nasty).toContain('<title>Meridian Awards 2025</title>');
    expect(nasty).not.toContain('<script');
  });

  it('has a policy without unsafe-inline or unsafe-eval, and a nonce that is never used twice', async () => {
    const answers = [await page(), await page()];
    const nonces = answers.map(({ headers, body }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(body).toContain(`content="${nonce}"`);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('may load from and connect to its own site only', async () => {
    const policy = String((await page()).headers['content-security-policy']);
    const sources = policy.split('; ').filter((each) => /^[a-z]+-(src|action) /.test(each));
    expect(sources.length).toBeGreaterThan(7);
    for (const each of sources)
      expect(each).toMatch(/^[a-z-]+( ('self'|'none'|'nonce-[^ ]+'|'sha256-[^ ]+'|data:|blob:))+$/);
    expect(sources).toEqual(expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "form-action 'self'"]));
  });

  it('may also connect to the site that tells a browser its address', async () => {
    const ipLookupUrl = 'https://ip.example.org:8443/json?format=short';
    const other = await startTestApi({ WEB_DIR: built.dir, IP_LOOKUP_URL: ipLookupUrl });
    try {
      const answer = await other.app.inject({ method: 'GET', url: '/' });
      expect(dataOf(answer.body)).toMatchObject({ ipLookupUrl });
      const policy = String(answer.headers['content-security-policy']).split('; ');
      expect(policy).toContain("connect-src 'self' https://ip.example.org:8443");
      expect(policy.filter((each) => each.includes('example'))).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('is compressed for clients that accept gzip, with the same content', async () => {
    const ask = (encoding: string) =>
      api.app.inject({ method: 'GET', url: '/', headers: { 'accept-encoding': encoding } });
    const plain = await page();
    for (const encoding of ['gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'GZIP']) {
      const small = await ask(encoding);
      expect(small.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'accept-encoding, accept-language, cookie',
      });
      expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      const html = gunzipSync(small.rawPayload).toString();
      expect(dataOf(html)).toEqual(dataOf(plain.body));
      expect(html.endsWith('</body>')).toBe(true);
    }
    for (const encoding of ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', '']) {
      const whole = await ask(encoding);
      expect([encoding, whole.headers['content-encoding']]).toEqual([encoding, undefined]);
      expect(whole.body.length).toBe(plain.body.length);
    }
  });

  it('contains the current time beside cached data', async () => {
    const timeOf = (html: string): string => /<meta name="laurel-now" content="([^"]+)">/.exec(html)?.[1] ?? '';
    const first = timeOf((await page()).body);
    api.clock.advance(1_500);
    expect(Date.parse(timeOf((await page()).body)) - Date.parse(first)).toBeGreaterThanOrEqual(1_500);
  });

  it('contains its first screen, rendered by its own components, and its styles', async () => {
    const { body, headers } = await page();
    expect(body).toContain('<html lang="en" dir="ltr" data-first="en">');
    expect(body).toContain('<div id="root"><h1>2025 open</h1><data value="0.00">0.00%</data></div>');
    expect(body).toContain(`<style>${BUILT_CSS}</style></head>`);
    expect(body).not.toContain('rel="stylesheet"');
    const hash = createHash('sha256').update(BUILT_CSS).digest('base64');
    expect(String(headers['content-security-policy'])).toContain(` 'sha256-${hash}';`);
  });

  it('is rendered in the language of the link, else of the cookie, else in English', async () => {
    const english = '<h1>2025 open</h1><data value="0.00">0.00%</data>';
    const ukrainian = '<h1>2025 open українською</h1><data value="0.00">0,00%</data>';
    // Without a choice, a browser that runs no scripts gets the page in its own language.
    const both = '<h1>screen</h1><h1>2025 open українською plain</h1><data value="0.00">0,00%</data>';
    for (const [url, cookie, acceptLanguage, lang, first, root] of [
      ['/', 'uk', 'en', 'uk', 'uk', ukrainian],
      ['/', 'en', 'uk', 'en', 'en', english],
      ['/', 'de', 'de', 'en', 'en', english],
      ['/?lang=uk', 'en', 'en', 'uk', 'uk', ukrainian],
      ['/?lang=en', 'uk', 'uk', 'en', 'en', english],
      ['/?lang=de', 'uk', 'en', 'uk', 'uk', ukrainian],
      ['/?lang=de', '', 'uk', 'uk', 'en', both],
      ['/', '', 'uk-UA,uk;q=0.9,en;q=0.5', 'uk', 'en', both],
    ] as const) {
      const headers = {
        'accept-language': acceptLanguage,
        'accept-encoding': 'gzip',
        cookie: `laurel_language=${cookie}`,
      };
      const answer = await api.app.inject({ method: 'GET', url, headers });
      const body = gunzipSync(answer.rawPayload).toString();
      expect(body, `${url} ${cookie}`).toContain(`<html lang="${lang}" dir="ltr" data-first="${first}">`);
      expect(body, `${url} ${cookie}`).toContain(`<div id="root">${root}</div>`);
      expect(dataOf(body)).toEqual(dataOf((await page()).body));
    }
  });

  it('is compressed once per language', async () => {
    const loaded = await loadPage(built.dir, api.deps.editionService.at(api.clock.now()).edition);
    const data = await api.deps.pageData();
    const ending = (first: 'en' | 'uk') => loaded.render('', data, { first, plain: 'uk' }, 'n').ending;
    expect(ending('uk')).toBe(ending('uk'));
    expect(ending('en')).not.toBe(ending('uk'));
    const next = loaded.render('', { ...data, version: 'next' }, { first: 'uk', plain: 'uk' }, 'n');
    expect(next.ending).not.toBe(ending('uk'));
  });

  it.each([
    ['fails', 'process.exit(3)', 'ended with 3'],
    ['prints nothing', '', 'JSON'],
    ['leaves a phase out', `process.stdout.write('{"open":{}}')`, 'scheduled'],
    [
      'leaves a language out',
      `process.stdout.write(JSON.stringify(Object.fromEntries(['scheduled', 'open', 'closed', 'announced'].map((each) => [each, {}]))))`,
      'uk',
    ],
  ])('is refused if the program that renders its top %s', async (_what, program, message) => {
    const dir = mkdtempSync(join(tmpdir(), 'laurel-page-'));
    mkdirSync(join(dir, 'draw'));
    writeFileSync(join(dir, 'draw', 'draw.mjs'), program);
    writeFileSync(join(dir, 'index.html'), '<head></head><!--laurel:data-->');
    await expect(loadPage(dir, api.deps.editionService.at(api.clock.now()).edition)).rejects.toThrow(message);
    rmSync(dir, { recursive: true });
  });

  it('is rejected without the placeholder for its data, or with a nonce after its head', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'laurel-page-'));
    for (const html of ['<head></head>', '<head></head><!--laurel:data--><script nonce="__LAUREL_NONCE__"></script>']) {
      writeFileSync(join(dir, 'index.html'), html);
      const { edition } = api.deps.editionService.at(api.clock.now());
      await expect(loadPage(dir, edition)).rejects.toThrow('laurel:data');
    }
    rmSync(dir, { recursive: true });
  });

  it('serves hashed files for a year, and no other files', async () => {
    const file = await api.app.inject({ method: 'GET', url: '/assets/app.abc123.js' });
    expect(file.statusCode).toBe(200);
    expect(file.headers['cache-control']).toContain('immutable');
    for (const url of ['/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/nothing.js']) {
      expect((await api.app.inject({ method: 'GET', url })).body, url).not.toContain('csp-nonce');
    }
  });

  it('does not list folders', async () => {
    for (const url of ['/assets', '/assets/', '/assets/.', '/assets//', '/api/edition/logos', '/api/edition/logos/']) {
      const answer = await api.app.inject({ method: 'GET', url });
      expect([url, answer.statusCode], answer.body).toEqual([url, expect.toSatisfy((status) => status >= 300)]);
      expect(answer.body, url).not.toMatch(/app\.abc123|\.svg|<li|<a /);
    }
  });

  it('serves robots.txt and the web app manifest', async () => {
    const robots = await api.app.inject({ method: 'GET', url: '/robots.txt' });
    expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(robots.body).toMatch(/^User-agent: \*\n(?:.*\n)*Disallow: \/api\/$/m);
    const manifest = await api.app.inject({ method: 'GET', url: '/manifest.webmanifest' });
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json()).toMatchObject({
      name: 'Meridian Awards 2025',
      start_url: '/',
      icons: [{ src: '/assets/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
    });
  });

  it('LP-01 is at the root; other paths redirect to it', async () => {
    expect((await page()).statusCode).toBe(200);
    for (const url of [
      '/some/old/link',
      '/nominations',
      '/index.html',
      '/vote?nomination=donat',
      '/apiary',
      '/share.html',
    ]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const lost = await api.app.inject({ method, url });
        expect([url, lost.statusCode, lost.headers.location]).toEqual([url, 302, '/']);
      }
    }
  });

  it('LP-01 does not redirect requests for the API or a file', async () => {
    for (const url of [
      '/api',
      '/api/nothing',
      '/api/users/nobody?x=1',
      '/assets/',
      '/assets/nothing.js',
      '/dev/nothing',
    ]) {
      const missing = await api.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
      expect([url, missing.statusCode, missing.headers.location]).toEqual([url, 404, undefined]);
    }
    const posted = await api.app.inject({ method: 'POST', url: '/some/old/form', payload: {} });
    expect(posted.statusCode).toBe(404);
  });

  it('NM-11 escapes edition texts that could end the script element', () => {
    const text = inlineJson({ desc: '</script><script>alert(1)</script>\u2028<!--' });
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)).toEqual({ desc: '</script><script>alert(1)</script>\u2028<!--' });
  });
});
