import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '@laurel/support/http-clients';
import { type HttpPeer, startPeer } from '@laurel/support/http-peer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

describe('a provider that redirects', () => {
  let elsewhere: HttpPeer;
  let provider: HttpPeer;
  let status = 307;
  const strayed: string[] = [];
  let asked = 0;
  beforeAll(async () => {
    elsewhere = await startPeer(
      () => '',
      ({ path, headers }) => {
        strayed.push(`${path} ${headers.authorization ?? ''}`);
        return { status: 200, body: { ok: true, result: [], username: 'x', messages: [], status: 'active' } };
      },
    );
    provider = await startPeer(
      () => '',
      ({ path }) => {
        asked += 1;
        return { status, body: {}, headers: { location: `${elsewhere.origin}${path}` } };
      },
    );
  });
  afterAll(async () => {
    await provider.close();
    await elsewhere.close();
  });
  beforeEach(() => {
    strayed.length = 0;
    asked = 0;
  });

  describe.each([301, 302, 303, 307, 308])('with %i', (code) => {
    it.each(Object.keys(CLIENTS))('is not followed by %s', async (name) => {
      status = code;
      await expect(CLIENTS[name]?.(provider.origin)).rejects.toThrow();
      expect(asked).toBeGreaterThan(0);
      expect(strayed).toEqual([]);
    });
  });
});

it('every HTTP client is created in a file that this suite covers', () => {
  const source = join(import.meta.dirname, '../../../..');
  const files = globSync('{apps/api,packages/backup}/src/**/*.ts', { cwd: source }).filter(
    (file) => !/\.test\.ts$|(^|\/)testing\//.test(file),
  );
  const code = (file: string): string =>
    readFileSync(join(source, file), 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$|^import type .*$/gms, '');
  const makesClient =
    /(?<![\w'/-])fetch(?![\w'-])|new (Api|Bot)\(|s3-lite-client|undici|import \{[^}]*\b(get|request)\b[^}]*\} from 'node:https?'/;
  expect(files.filter((file) => makesClient.test(code(file))).toSorted()).toEqual([
    'apps/api/src/adapters/fetch-direct.ts',
    'apps/api/src/adapters/telegram/client.ts',
    // Calls the organisers' webhooks with node:https, which follows no redirect. Its own suite covers it.
    'apps/api/src/adapters/webhook.ts',
    // Reads the site's own answers, follows no redirect, and sends no secret.
    'apps/api/src/checks/answers.ts',
    // Reads the site's own certificate with node:https, which follows no redirect, and sends no secret.
    'apps/api/src/cli/machine-checks.ts',
    // The voters of a rehearsal use node:http and node:https, which follow no redirect.
    'apps/api/src/rehearsal/site.ts',
    'packages/backup/src/store-s3.ts',
  ]);
});
