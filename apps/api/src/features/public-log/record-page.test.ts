import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogStatus } from '@laurel/contracts/calls/log';
import { importTestEdition } from '@laurel/support/harness';
import { useEditionFolder, useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import Fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { recordContent } from './record-page.policy.ts';
import { registerRecordPageRoutes } from './record-page.routes.ts';
import { readRecordFiles } from './record-page.store.ts';

const edition = useEditionFolder();
const api = useTestApi({ EDITION_DIR: edition.path, LOG_LEVEL: 'silent' });
const page = (url: string, acceptLanguage = 'en') =>
  api.app.inject({ method: 'GET', url, headers: { 'accept-language': acceptLanguage } });
const plain = (html: string): string => html.replaceAll('\u00a0', ' ');

const STATUS: LogStatus = {
  ...{
    origin: 'awards.example/log/2025',
    size: 1_234,
    root: 'cm9vdA==',
    at: '2025-11-20T12:00:00.000Z',
    stopped: false,
  },
  ...{ voters: 77, group: 20, delay: 600, smallestGroup: 3 },
  votes: [
    { category: 'best-partner/crypto', votes: 40 },
    { category: 'gone/<b>', votes: 2 },
  ],
  witnesses: [
    { verifierKey: 'w', name: 'w.example', size: 1_200, at: '2025-11-20T11:59:00.000Z' },
    { verifierKey: 'x', name: 'x.example', size: null, at: null },
  ],
};
const VIEW = {
  ...{ verifierKey: 'awards.example+id+key', path: '/log/2025', status: STATUS },
  ...{ renamed: [], hasReport: false, script: undefined },
};
const AWARD = {
  ...{ name: { en: 'Awards', uk: 'Премія' }, year: 2025, supportEmail: 'help@awards.example', privacy: null },
  categories: new Map([['best-partner/crypto', { en: 'Partner: Crypto', uk: 'Партнер: Крипта' }]]),
};

describe('the page about the public record', () => {
  it('shows what the record has, in both languages', async () => {
    const early = await page('/record');
    expect([early.statusCode, plain(early.body)]).toEqual([
      200,
      expect.stringContaining('The record has no entry yet.'),
    ]);
    await lookAtLog(api);
    // The status is shared for a second.
    await expect.poll(async () => (await page('/record')).body).toContain('class="stats"');
    const [root = ''] = (await page('/log/2025/checkpoint')).body.split('\n').slice(2);
    const english = await page('/record');
    const ukrainian = await page('/record', 'uk');
    for (const { body } of [english, ukrainian]) {
      expect(body).toContain(root);
      expect(body).toContain((await page('/log/2025/key')).body.trimEnd());
      expect(body).toContain('/record/verify.html');
    }
    expect(english.body).toContain('<html lang="en"');
    expect(plain(ukrainian.body)).toContain('Публічний реєстр голосів');
    expect(plain((await page('/record?lang=uk')).body)).toContain('Що реєстр доводить');
    expect(plain((await page('/decisions')).body)).toContain('href="/record?lang=en"');
    expect(english.headers['content-security-policy']).toContain("default-src 'none'; style-src 'sha256-");
  });

  it('says in both languages that the record has stopped', () => {
    const main = (stopped: boolean, language: 'en' | 'uk') =>
      plain(recordContent({ ...VIEW, status: { ...STATUS, stopped } }, AWARD, language).main);
    expect(main(true, 'en')).toContain('The record has stopped');
    expect(main(true, 'uk')).toContain('Реєстр зупинено');
    expect(main(false, 'en')).not.toContain('The record has stopped');
  });

  it('has its links below the path of a past year, except those of the log', () => {
    const content = recordContent({ ...VIEW, hasReport: true }, AWARD, 'en', '/2025');
    expect([content.path, content.base]).toEqual(['/2025/record', '/2025']);
    const links = [...content.main.matchAll(/href="(\/[^"]*)"/g)].map(([, href]) => href);
    expect(links.sort()).toEqual([
      ...[
        '/2025/decisions?lang=en',
        '/2025/record/report?lang=en',
        '/2025/record/verify.html',
        '/2025/record/verify.py',
      ],
      ...['/2025/record/witness?lang=en', '/log/2025/checkpoint'],
    ]);
  });

  it('names the witnesses with their times, the votes by category, and the smallest group', () => {
    const main = plain(recordContent(VIEW, AWARD, 'en').main);
    for (const part of [
      '<dd>1,234</dd>',
      '<b>42</b></dd><dd class="note">Each has its entry',
      '<b>77</b></dd><dd class="note">They cast these votes',
      '<b>1</b></dd><dd class="note">Independent computers',
      '<th scope="row">Partner: Crypto</th><td>40</td>',
      '<th scope="row">gone/&#60;b&#62;</th><td>2</td>',
      '<th scope="row">w.example</th><td><time datetime="2025-11-20T11:59:00.000Z">',
      'up to entry 1,200',
      '<th scope="row">x.example</th><td>not yet</td>',
      'The fewest people in one category of a group so far: 3.',
      '20 November 2025 at 12:00 UTC',
    ]) {
      expect(main).toContain(part);
    }
    expect(plain(recordContent({ ...VIEW, status: { ...STATUS, witnesses: [] } }, AWARD, 'uk').main)).toContain(
      'ще не стежить жоден свідок',
    );
  });

  // This test fails with a page that knows tags alone: nobody saw that the votes for one name became votes for another.
  it('names each tag whose name changed since the record began', async () => {
    const renamed = async () => plain((await page('/record')).body);
    await lookAtLog(api);
    expect(await renamed()).not.toContain('Names that changed');
    edition.edit('nominations/best-partner.yaml', /name: Saffron Gate/, 'name: Lantern <Gate>');
    await importTestEdition(api.migrateUrl, edition.path);
    await api.deps.served.refresh();
    await lookAtLog(api);
    await expect
      .poll(renamed)
      .toContain('best-partner/gambling/saffron-gate: “Saffron Gate”, now “Lantern &#60;Gate&#62;”');
  });

  it('has its script and the verifiers of the build, which are downloads and not pages of the site', async () => {
    const built = await mkdtemp(join(tmpdir(), 'laurel-record-'));
    try {
      await mkdir(join(built, 'assets'));
      await mkdir(join(built, 'verifiers'));
      await writeFile(join(built, 'assets', 'record-page-Ab_1-x.js'), '');
      await writeFile(join(built, 'assets', 'record-texts-Ab.js'), '');
      await writeFile(join(built, 'verifiers', 'verify.html'), '<script>1</script>');
      const files = await readRecordFiles(join(built, 'assets'));
      expect(files.script).toBe('/assets/record-page-Ab_1-x.js');
      const app = Fastify();
      app.setValidatorCompiler(validatorCompiler);
      const log = { origin: STATUS.origin, verifierKey: 'awards.example+id+</script>', witnesses: [] };
      const { clock, reads } = api.deps;
      const status = () => Promise.resolve(STATUS);
      registerRecordPageRoutes(app, {
        clock,
        reads,
        award: () => AWARD,
        publicLog: () => log,
        status,
        renamed: async () => [],
        report: async () => undefined,
        nominees: () => new Map(),
        publicUrl: 'https://awards.example',
        files,
        year: 2026,
        fontFaces: '',
      });
      const shown = await app.inject({ method: 'GET', url: '/record' });
      expect(shown.body).toContain('<script type="module" src="/assets/record-page-Ab_1-x.js"></script>');
      expect(shown.body).not.toContain('+</script>');
      expect(shown.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'");
      const verifier = await app.inject({ method: 'GET', url: '/record/verify.html' });
      expect([verifier.statusCode, verifier.headers['content-disposition']]).toEqual([
        200,
        'attachment; filename="verify.html"',
      ]);
      expect((await app.inject({ method: 'GET', url: '/record/verify.py' })).statusCode).not.toBe(200);
      await app.close();
    } finally {
      await rm(built, { recursive: true });
    }
  });
});
