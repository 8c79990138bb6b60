import type { TestApi } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { PRODUCTION } from '@laurel/support/production';
import { lookAtLog } from '@laurel/support/public-log';
import { newcomer, newTag, submitTag } from '@laurel/support/social';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
});
/** The statuses that the OpenAPI document names for a GET or POST. */
const statusesOf = async ({ app }: TestApi, method: 'get' | 'post', path: string): Promise<string[]> => {
  const { paths } = documentSchema.parse((await app.inject({ method: 'GET', url: '/api/docs/json' })).json());
  return Object.keys(paths[path]?.[method]?.responses ?? {});
};

describe('the statuses in the OpenAPI document', () => {
  const READS = 20;
  const api = useTestApi({ LIMITS_READS_NETWORK_MINUTE: String(READS) });
  let networks = 0;
  beforeAll(() => lookAtLog(api));
  /** Reads an address from a network that has read nothing yet. */
  const reader = (path: string) => {
    const url = path.replace('{year}', String(api.deps.edition.year));
    networks += 1;
    const remoteAddress = `203.0.${networks}.9`;
    return async (headers: Record<string, string> = {}) =>
      api.app.inject({ method: 'GET', url, headers, remoteAddress });
  };

  it.each([
    '/api/vote/statistics',
    '/api/vote/turnout',
    '/api/edition',
    '/log/{year}/checkpoint',
    '/log/{year}/key',
    '/log/{year}/status',
  ])('AP-15 include those of %s: 200, 304, and 429 over the limit', async (path) => {
    const read = reader(path);
    const first = await read();
    const seen = [first.statusCode, (await read({ 'if-none-match': String(first.headers.etag) })).statusCode];
    for (let reads = 2; reads < READS; reads += 1) await read();
    seen.push((await read()).statusCode);
    expect(seen).toEqual([200, 304, 429]);
    expect(await statusesOf(api, 'get', path)).toEqual(expect.arrayContaining(seen.map(String)));
  });

  it.each([
    ['/log/{year}/checkpoint', '/log/1999/checkpoint', 404],
    ['/log/{year}/key', '/log/20250/key', 400],
    ['/log/{year}/tile/{*}', '/log/{year}/tile/0/x999', 404],
    ['/log/{year}/result', '/log/{year}/result', 404],
    ['/api/edition/logos/{file}', '/api/edition/logos/none.svg', 404],
    ['/api/edition/pictures/{file}', '/api/edition/pictures/none.jpg', 404],
  ])('AP-15 include those of %s: %s answers %i', async (path, url, status) => {
    expect((await reader(url)()).statusCode).toBe(status);
    expect(await statusesOf(api, 'get', path)).toEqual(expect.arrayContaining(['200', String(status)]));
  });

  it.each([
    '/api/vote/statistics',
    '/api/vote/turnout',
    '/log/{year}/status',
    '/log/{year}/result',
    '/log/{year}/tile/{*}',
  ])('AP-15 include the 503 of %s, which reads the database', async (path) =>
    expect(await statusesOf(api, 'get', path)).toContain('503'),
  );
});

describe('the OpenAPI document without one of the social networks', () => {
  const telegram = {
    TELEGRAM_BOT_TOKEN: '1:abc',
    TELEGRAM_CHANNEL: '@awards',
    TELEGRAM_API_ROOT: 'http://127.0.0.1:1',
  };
  const withoutInstagram = useTestApi({ ...PRODUCTION, ...telegram, INSTAGRAM_PROVIDER: '' });
  const withoutTelegram = useTestApi(PRODUCTION);

  it('AP-15 AP-09 names the 404 of POST /users/verification', async () => {
    const answer = await submitTag(withoutInstagram, await newcomer(withoutInstagram), newTag());
    expect(answer.statusCode).toBe(404);
    expect(await statusesOf(withoutInstagram, 'post', '/api/users/verification')).toContain('404');
  });

  it('AP-15 AP-10 names the 404 of GET /users/verification/telegram-link', async () => {
    const path = '/users/verification/telegram-link';
    const { token } = await newcomer(withoutTelegram);
    expect((await withoutTelegram.get(path, { token })).statusCode).toBe(404);
    expect(await statusesOf(withoutTelegram, 'get', `/api${path}`)).toContain('404');
  });
});
