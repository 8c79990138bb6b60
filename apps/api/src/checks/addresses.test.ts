import { useTestDatabase } from '@laurel/support/hooks';
import { createVoters } from '@laurel/support/voters';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTokens } from '../crypto/tokens.ts';
import { checkVisitorAddresses } from './addresses.ts';

const now = new Date('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;

const database = useTestDatabase();
let accountId: string;
beforeAll(async () => {
  const tokens = createTokens('a secret of a test, which is long enough');
  const [voter] = await createVoters({ migrateUrl: database.migrateUrl, tokens, now, count: 1 });
  accountId = voter?.accountId ?? '';
});
beforeEach(() => database.owner.query('DELETE FROM client_hints'));

const seen = async (address: string, hoursAgo = 1): Promise<void> => {
  const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
  await database.owner.query(
    'INSERT INTO client_hints (account_id, event, observed_ip, created_at) VALUES ($1, $2, $3, $4)',
    [accountId, 'login', address, at],
  );
};
const check = (publicUrl = 'https://awards.example.org', ipv6 = true) =>
  checkVisitorAddresses(database.owner, publicUrl, now, async () => ipv6);

describe('visitors’ addresses', () => {
  it.each(['172.18.0.1', '10.1.2.3', '192.168.7.1', 'fd4c:6175:7265:6c00::1', '127.0.0.1', '::1', 'fe80::1'])(
    'that are %s do not identify a visitor',
    async (address) => {
      await seen('203.0.113.7');
      await seen(address, 23);
      expect(await check()).toMatchObject({
        ok: false,
        detail: expect.stringContaining(`1 of 2 requests of the last day came from addresses like ${address}`),
        advice: expect.stringContaining('Docker 27'),
      });
    },
  );

  it('pass if IPv6 addresses are preserved', async () => {
    await seen('203.0.113.7');
    await seen('2001:db8:1::7');
    const detail = '1 of 2 requests of the last day came over IPv6, each from its own address';
    expect(await check()).toEqual({ ok: true, detail });
  });

  it('are not checked without a visitor over IPv6 in the last day', async () => {
    await seen('203.0.113.7');
    await seen('172.18.0.1', 25);
    expect(await check()).toMatchObject({ ok: true, skipped: true });
  });

  it('pass if the name has only IPv4 addresses', async () => {
    await seen('203.0.113.7');
    expect(await check(undefined, false)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('no AAAA record'),
    });
  });

  // This test failed: it reported that the name has no AAAA record.
  it('are not checked if no name server answers', async () => {
    await seen('203.0.113.7');
    const finding = await checkVisitorAddresses(
      database.owner,
      'https://awards.example.org',
      now,
      async () => undefined,
    );
    expect(finding).toMatchObject({ ok: true, skipped: true, detail: expect.stringContaining('no name server') });
  });

  it.each(['https://localhost:8443', 'http://[::1]:8080', 'https://192.0.2.1'])(
    'are not checked at %s',
    async (url) => {
      await seen('172.18.0.1');
      expect(await check(url)).toMatchObject({ ok: true, skipped: true });
    },
  );
});
