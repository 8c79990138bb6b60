import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { BUILT_CSS, BUILT_INLINE, makeBuiltPage } from '@laurel/support/built-page';
import { startAnotherProcess } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { brotliWithEnd } from '../../http/compressed-parts.ts';
import { inlineJson } from '../../http/inline-json.ts';
import { pagePolicy } from '../../http/security-headers.ts';
import { loadPage } from './service.ts';

const built = makeBuiltPage();
const api = useTestApi({ WEB_DIR: built.dir });
afterAll(() => built.remove());

const page = () => api.app.inject({ method: 'GET', url: '/' });
const dataOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="laurel-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

describe('the page', () => {
  it('RO-04 contains the edition and the statistics', async () => {
    const answer = await page();
    expect(answer.statusCode).toBe(200);
    const data = z
      .object({
        edition: z.object({ nominations: z.array(z.unknown()) }),
        statistics: z.array(statisticsItemSchema),
        ipLookupUrl: z.string(),
      })
      .parse(dataOf(answer.body));
    expect(data.edition.nominations).toHaveLength(10);
    expect(data.statistics).toHaveLength(22);
    expect(data.ipLookupUrl).toBe('/api/client-ip');
  });

  it('contains the texts of its own language, and every name in all of them', async () => {
    const { edition } = api.deps.editionService.at(api.clock.now());
    for (const [language, other] of [
      ['en', 'uk'],
      ['uk', 'en'],
    ] as const) {
      const { body } = await api.app.inject({ method: 'GET', url: `/?lang=${language}` });
      const data = dataOf(body);
      // The search finds nominees by their names in every language.
      const nominee = 'nominations[0].categories[0].companies[0].name';
      expect(data).toHaveProperty(`edition.${nominee}`, edition.nominations[0]?.categories[0]?.companies[0]?.name);
      expect(data).toHaveProperty(`edition.texts.footer.${language}`, edition.texts.footer[language]);
      expect(data).not.toHaveProperty(`edition.texts.footer.${other}`);
      expect(data).not.toHaveProperty(`edition.nominations[9].categories[0].companies[0].desc.${other}`);
    }
  });

  it('puts the shared subject and the language into its head', async () => {
    const headOf = async (url: string, acceptLanguage = 'en') => {
      const { body } = await api.app.inject({ method: 'GET', url, headers: { 'accept-language': acceptLanguage } });
      return body.slice(0, body.indexOf('<noscript>'));
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
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      expect(body).toContain(`nonce="${nonce}"`);
      expect(policy).toContain(`script-src 'self' 'sha256-${hashOf(BUILT_INLINE)}' 'sha256-`);
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
    const other = await startAnotherProcess(api, { IP_LOOKUP_URL: ipLookupUrl });
    onTestFinished(() => other.close());
    const answer = await other.app.inject({ method: 'GET', url: '/' });
    expect(dataOf(answer.body)).toMatchObject({ ipLookupUrl });
    const policy = String(answer.headers['content-security-policy']).split('; ');
    expect(policy).toContain("connect-src 'self' https://ip.example.org:8443");
    expect(policy.filter((each) => each.includes('example'))).toHaveLength(1);
  });

  it('is compressed for clients that accept Brotli or gzip, with the same content', async () => {
    const ask = (encoding: string, url = '/') =>
      api.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } });
    const plain = await page();
    for (const [encoding, url, coding] of [
      ['gzip, deflate, br, zstd', '/', 'br'],
      ['br', '/?lang=en', 'br'],
      ['gzip, br;q=0', '/', 'gzip'],
      ['GZIP', '/', 'gzip'],
      // The head of a link is its own, and only gzip can join it to what is the same for everybody.
      ['gzip, br', '/?nomination=donat', 'gzip'],
    ] as const) {
      const small = await ask(encoding, url);
      expect(small.headers).toMatchObject({
        'content-encoding': coding,
        vary: 'accept-encoding, accept-language, cookie',
      });
      expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
      const html = (coding === 'br' ? brotliDecompressSync : gunzipSync)(small.rawPayload).toString();
      expect(dataOf(html)).toEqual(dataOf(plain.body));
      expect(html.endsWith('</body>')).toBe(true);
    }
    for (const encoding of ['identity', 'gzip;q=0', 'gzip; q=0.0, br;q=0', '']) {
      const whole = await ask(encoding);
      expect([encoding, whole.headers['content-encoding']]).toEqual([encoding, undefined]);
      expect(whole.body.length).toBe(plain.body.length);
    }
  });

  it('contains the current time beside cached data', async () => {
    const timeOf = (html: string): string => /<data id="laurel-now" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const first = timeOf((await page()).body);
    api.clock.advance(1_500);
    expect(Date.parse(timeOf((await page()).body)) - Date.parse(first)).toBeGreaterThanOrEqual(1_500);
  });

  it('contains its first screen, rendered by its own components, and its styles', async () => {
    const { body, headers } = await page();
    expect(body).toContain('<html lang="en" dir="ltr" data-first="en">');
    expect(body).toContain('<div id="root"><h1>2025 open</h1></div>');
    expect(body).toContain(`<style>${BUILT_CSS}</style></head>`);
    expect(body).not.toContain('rel="stylesheet"');
    expect(String(headers['content-security-policy'])).toContain(` 'sha256-${hashOf(BUILT_CSS)}';`);
  });

  it('may run the script of an award’s service for statistics, and of no other one', () => {
    const policyFor = (id?: string) => pagePolicy('n', { scripts: [], styles: [] }, undefined, id);
    expect(policyFor('G-ABC123')).toContain("script-src 'self' https://*.googletagmanager.com;");
    expect(policyFor('awards.example')).toContain("connect-src 'self' https://plausible.io;");
    expect(policyFor()).not.toContain('https:');
  });

  it('has the award’s own accent, with a policy that allows it', async () => {
    const loaded = await loadPage(built.dir, api.deps.editionService.at(api.clock.now()).edition);
    const data = await api.deps.pageData();
    for (const plain of [false, true]) {
      const choice = { language: 'en', told: 'en', plain } as const;
      const html = loaded.render('', { ...data, accent: '#a78bfa' }, choice, 'n').middle.plain.toString();
      const [, own = ''] = /<style>(html:root{[^<]*)<\/style><\/head>/.exec(html) ?? [];
      expect(own).toContain('--gold:#a78bfa;');
      expect(loaded.hashes('#a78bfa').styles).toEqual([...loaded.hashes(undefined).styles, `'sha256-${hashOf(own)}'`]);
    }
  });

  it('is rendered in the language of the link, else of the cookie, else in English', async () => {
    // Without a choice, a browser that runs no scripts gets the page in its own language.
    for (const [url, cookie, acceptLanguage, language, plain] of [
      ['/', 'uk', 'en', 'uk', 'uk'],
      ['/', 'en', 'uk', 'en', 'en'],
      ['/', 'de', 'de', 'en', 'en'],
      ['/?lang=uk', 'en', 'en', 'uk', 'uk'],
      ['/?lang=en', 'uk', 'uk', 'en', 'en'],
      ['/?lang=de', 'uk', 'en', 'uk', 'uk'],
      ['/?lang=de', '', 'uk', 'en', 'uk'],
      ['/', '', 'uk-UA,uk;q=0.9,en;q=0.5', 'en', 'uk'],
    ] as const) {
      const headers = {
        'accept-language': acceptLanguage,
        'accept-encoding': 'gzip',
        cookie: `laurel_language=${cookie}`,
      };
      const answer = await api.app.inject({ method: 'GET', url, headers });
      const body = gunzipSync(answer.rawPayload).toString();
      expect(body, `${url} ${cookie}`).toContain(`<html lang="${language}" dir="ltr" data-first="${language}">`);
      const title = language === 'uk' ? '2025 open українською' : '2025 open';
      expect(body, `${url} ${cookie}`).toContain(`<div id="root"><h1>${title}</h1></div>`);
      expect(body).toContain(
        `<noscript><meta http-equiv="refresh" content="0; url=/?plain&#38;lang=${plain}"></noscript>`,
      );
      expect(dataOf(body)).toEqual(dataOf((await api.app.inject({ method: 'GET', url: `/?lang=${language}` })).body));
    }
  });

  it('has a page of its own for browsers without scripts, with all styles and no code', async () => {
    for (const [url, acceptLanguage, language, root] of [
      ['/?plain&lang=en', 'uk', 'en', '<h1>2025 open plain</h1><data value="0.00">0.00%</data>'],
      ['/?plain', 'uk', 'uk', '<h1>2025 open українською plain</h1><data value="0.00">0,00%</data>'],
    ] as const) {
      const headers = { 'accept-language': acceptLanguage, 'accept-encoding': 'br' };
      const answer = await api.app.inject({ method: 'GET', url, headers });
      const body = brotliDecompressSync(answer.rawPayload).toString();
      expect(body).toContain(`<html lang="${language}" dir="ltr" `);
      expect(body).toContain(`<div id="root">${root}</div>`);
      expect(body).toContain(`<style>${BUILT_CSS}</style></head>`);
      expect(body).toContain('<link rel="stylesheet" href="/assets/later.abc123.css">');
      expect(body).not.toMatch(/modulepreload|laurel-data|refresh|type="module"/);
      // Its one script returns a browser that runs scripts to the whole page.
      const [script = '', ...more] = [...body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text);
      expect([script, more]).toEqual([expect.stringContaining('location.replace'), []]);
      expect(String(answer.headers['content-security-policy'])).toContain(`'sha256-${hashOf(script)}'`);
    }
  });

  it('is compressed once per language', async () => {
    const loaded = await loadPage(built.dir, api.deps.editionService.at(api.clock.now()).edition);
    const data = await api.deps.pageData();
    const render = (language: 'en' | 'uk', more = {}, head = '') =>
      loaded.render(head, { ...data, ...more }, { language, told: 'uk', plain: false }, 'n');
    expect(render('uk').middle).toBe(render('uk').middle);
    expect(render('uk').brotli()).toBe(render('uk').brotli());
    expect(render('en').middle).not.toBe(render('uk').middle);
    expect(render('en').brotli()).not.toBe(render('uk').brotli());
    // Another head is never sent with a stored beginning.
    expect(brotliDecompressSync(brotliWithEnd(render('uk', {}, 'head').brotli(), 'end')).toString()).toContain('head');
    const next = render('uk', { version: 'next' }).middle;
    expect(next).not.toBe(render('uk').middle);
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
    writeFileSync(join(dir, 'index.html'), '<head><!--laurel:head--></head><!--laurel:data-->');
    await expect(loadPage(dir, api.deps.editionService.at(api.clock.now()).edition)).rejects.toThrow(message);
    rmSync(dir, { recursive: true });
  });

  it('is rejected without the placeholders for its head and its data', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'laurel-page-'));
    const whole = '<head><!--laurel:head--></head><!--laurel:data-->';
    for (const html of ['<head></head><!--laurel:data-->', '<head><!--laurel:head--></head>', whole + whole]) {
      writeFileSync(join(dir, 'index.html'), html);
      const { edition } = api.deps.editionService.at(api.clock.now());
      await expect(loadPage(dir, edition)).rejects.toThrow('laurel:data');
    }
    rmSync(dir, { recursive: true });
  });

  it('NM-11 escapes edition texts that could end the script element', () => {
    const text = inlineJson({ desc: '</script><script>alert(1)</script>\u2028<!--' });
    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)).toEqual({ desc: '</script><script>alert(1)</script>\u2028<!--' });
  });
});
