import { startPeer } from '@laurel/support/http-peer';
import { startNameServer } from '@laurel/support/name-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDns } from '../checks/dns.ts';
import { readConfig } from '../config.ts';
import { checkIPv6, checkTime, judgeIPv6, judgeTime } from './network-checks.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

describe('the clock', () => {
  it.each([
    [5_000, true, 'within 6 s of api.example'],
    [-5_001, false, 'this machine’s clock is 5 s behind that of api.example'],
    [3_600_000, false, 'this machine’s clock is 3600 s ahead of that of api.example'],
  ])('%i ms ahead of another', (ahead, ok, detail) => {
    expect(judgeTime('api.example', ahead)).toMatchObject({ ok, detail });
  });

  it('is compared with a provider’s, if one answers', async () => {
    const peer = await startPeer(
      ({ path }) => path,
      () => ({ status: 404, headers: { date: 'Sun, 01 Nov 2026 00:01:00 GMT' } }),
    );
    onTestFinished(() => peer.close());
    const at = (root: string) =>
      readConfig({ NODE_ENV: 'test', TELEGRAM_BOT_TOKEN: '1:x', TELEGRAM_CHANNEL: '@a', TELEGRAM_API_ROOT: root });
    expect(await checkTime(at(peer.origin), () => NOW)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('60 s behind'),
    });
    expect(await checkTime(at('http://127.0.0.1:1'), () => NOW)).toMatchObject({ ok: true, skipped: true });
    expect(await checkTime(readConfig({ NODE_ENV: 'test' }), () => NOW)).toMatchObject({ ok: true, skipped: true });
  });
});

describe('the AAAA record', () => {
  const ADDRESS = '2606:2800:220::1';
  it.each([
    [undefined, 'unseen', { skipped: true }],
    [[], 'unseen', { detail: 'awards.org has no AAAA record: visitors come over IPv4' }],
    [[ADDRESS], 'answers', { detail: `${ADDRESS} answers` }],
    [[ADDRESS], 'unseen', { skipped: true, detail: expect.stringContaining('curl -6') }],
    [[ADDRESS], 'none', { detail: expect.stringContaining('has no IPv6'), advice: expect.stringContaining('remove') }],
    [[ADDRESS], 'silent', { advice: expect.stringContaining('remove the AAAA record') }],
  ] as const)('%s, %s', (addresses, way, found) => {
    expect(judgeIPv6('awards.org', addresses, way)).toMatchObject({ ok: true, ...found });
  });

  it('is looked up and tried, in production', async () => {
    const { address, close } = await startNameServer({ 'AAAA awards.meridian.events': ['::1'] });
    onTestFinished(close);
    const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://awards.meridian.events:1' });
    const dns = createDns([address]);
    expect(await checkIPv6(config, dns)).toMatchObject({ skipped: true });
    expect(await checkIPv6({ ...config, production: true }, dns)).toMatchObject({
      ok: true,
      advice: expect.stringContaining('remove the AAAA record'),
    });
  });
});
