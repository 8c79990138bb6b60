import { makeBuiltPage } from '@laurel/support/built-page';
import { type CachingProxy, startCachingProxy } from '@laurel/support/caching-proxy';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const page = makeBuiltPage();
let cache: CachingProxy;
const api = useTestApi({ WEB_DIR: page.dir, LIMITS_READS_NETWORK_MINUTE: '100000' });
beforeAll(async () => {
  cache = await startCachingProxy(await serve(api));
});
afterAll(async () => {
  await cache.stop();
  page.remove();
});

const EVIL = 'elsewhere.example';
/** Headers that are no part of a cache's key. */
const UNSEEN = {
  'x-forwarded-host': EVIL,
  'x-forwarded-proto': `http://${EVIL}`,
  'x-forwarded-prefix': `/${EVIL}`,
  'x-forwarded-port': '666',
  'x-host': EVIL,
  'x-original-url': `/${EVIL}`,
  'x-rewrite-url': `/${EVIL}`,
  'x-http-method-override': 'DELETE',
  forwarded: `host=${EVIL}`,
  origin: `https://${EVIL}`,
  referer: `https://${EVIL}/`,
  cookie: `lang=${EVIL}`,
  range: 'bytes=0-1',
} as const;

const OFTEN_ASKED = [
  '/',
  '/api/edition',
  '/api/vote/statistics',
  '/api/vote/turnout',
  '/manifest.webmanifest',
  '/robots.txt',
  '/assets/app.abc123.js',
  '/share/card.png',
];

describe('a cache in front of Laurel', () => {
  it.each(OFTEN_ASKED)('stores no response that an attacker has changed: %s', async (path) => {
    // Only this test requests this URL, so no cache has it yet.
    const fresh = `${path}?case=${path.length}`;
    const spoilt = await cache.get(fresh, UNSEEN);
    const honest = await cache.get(fresh);
    for (const { headers, body } of [spoilt, honest]) {
      expect(body.toString('latin1')).not.toContain(EVIL);
      expect(Object.values(headers).join()).not.toContain(EVIL);
    }
    expect(honest.status).toBe(200);
    expect(honest.body.length).toBeGreaterThan(2);
  });
});
