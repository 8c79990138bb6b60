import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { CONSOLE_URL } from '@laurel/support/console';
import { useTestApi } from '@laurel/support/hooks';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildConsole } from '../console.ts';
import { createConsoleDeps } from './console.ts';

const PAGE =
  '<!doctype html><html lang="en"><head><script type="module" src="/assets/app.abc.js"></script></head></html>';
const SCRIPT = 'export {};';
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"/>';

let folder: string;
let app: FastifyInstance;
let deps: ReturnType<typeof createConsoleDeps>;
const api = useTestApi();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-console-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'assets/app.abc.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/app.abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets/mark.abc.svg'), DRAWING);
  deps = createConsoleDeps({ deps: api.deps, databaseUrl: api.consoleUrl, consoleUrl: CONSOLE_URL });
  app = await buildConsole(deps, folder);
});
afterAll(async () => {
  await app.close();
  await deps.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the console’s page', () => {
  it.each(['/', '/team', '/results/best-partner/gambling', '/invitation', '/voters?find=ada%40example.org'])(
    'is served at the address of a screen: %s',
    async (url) => {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
        200,
        'text/html; charset=utf-8',
        PAGE,
      ]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    },
  );

  it.each([
    '/api/nothing',
    '/assets/nothing.js',
    '/assets/',
    '/index.html',
    '/favicon.ico',
    '/.env',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '//evil.example/index.html',
  ])('is not served in place of a missing call or file: %s', async (url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.body.includes('<html')]).toEqual([404, false]);
  });

  it.each(['POST', 'PUT', 'DELETE'] as const)('is only read: %s is answered like an unknown call', async (method) => {
    expect((await app.inject({ method, url: '/team', headers: { origin: CONSOLE_URL } })).statusCode).toBe(404);
  });

  it('may run its own files only: no inline script or style, no other site, no frame', async () => {
    const { headers } = await app.inject('/team');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.join(' ')];
        }),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('require-trusted-types-for')).toBe("'script'");
    for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
      expect([name, policy.get(name)]).toEqual([name, "'none'"]);
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});

describe('the console’s files', () => {
  it('are kept by browsers for a year, compressed, and served as they are', async () => {
    const plain = await app.inject('/assets/app.abc.js');
    expect([plain.statusCode, plain.body]).toEqual([200, SCRIPT]);
    expect(plain.headers['cache-control']).toMatch(/max-age=31536000.*immutable/);
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const packed = await app.inject({ url: '/assets/app.abc.js', headers: { 'accept-encoding': 'br' } });
    expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual([
      'br',
      'application/javascript; charset=utf-8',
    ]);
    expect((await app.inject('/assets/mark.abc.svg')).headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });
});
