import { anyCharacter } from '@laurel/tlog/testing/any-character';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originNetworkOf } from '../../http/network.ts';
import { originLine, userAgentFamily } from './origins.policy.ts';

describe('the network of an origin', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['0.0.0.0', '0.0.0.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
  ])('of %s is %s', (ip, network) => {
    expect(originNetworkOf(ip)).toBe(network);
  });
});

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';

describe('the family of a user agent', () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 14; SM-A045F) ${CHROMIUM} Mobile Safari/537.36`, 'Chrome Android'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari iOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/142.0 Mobile/15E148 Safari/604.1`,
      'Chrome iOS',
    ],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Mobile/22A Instagram 350.0`, 'Instagram iOS'],
    [`Mozilla/5.0 (Linux; Android 14) ${CHROMIUM} Mobile Safari/537.36 Telegram-Android/11.0`, 'Telegram Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0`, 'Edge Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, 'Safari macOS'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM.replace('Chrome', 'HeadlessChrome')} Safari/537.36`, 'Headless Linux'],
    [`Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 ${CHROMIUM} Mobile Safari/537.36`, 'Samsung Android'],
    ['curl/8.9.1', 'curl'],
    ['python-requests/2.32', 'Script'],
    ['something else', 'other'],
    [null, 'other'],
  ])('of %s is %s', (userAgent, family) => {
    expect(userAgentFamily(userAgent)).toBe(family);
  });
});

describe('the line of an origin', () => {
  const castAt = new Date('2026-11-24T10:00:59.999Z');
  const line = (visit: { userAgent?: string | null; timeZone?: string | null }): string =>
    originLine({
      sessionId: '8c5b2f6e-0f5c-4f2f-9a53-0f6a1c1f7a11',
      categoryId: 7,
      castAt,
      visit: { ip: '203.0.113.7', userAgent: null, timeZone: null, ...visit },
    });

  it('has the minute of the vote and no address', () => {
    const minute = Date.UTC(2026, 10, 24, 10) / 60_000;
    const id = '8c5b2f6e-0f5c-4f2f-9a53-0f6a1c1f7a11';
    expect(line({ timeZone: 'Europe/Kyiv' })).toBe(`${id},7,${minute},203.0.113.0/24,other,Europe/Kyiv`);
  });

  it.each(['Europe/Kyiv', 'UTC', 'Etc/GMT+3', 'America/Port-au-Prince'])('keeps the time zone %s', (timeZone) => {
    expect(line({ timeZone }).split(',')[5]).toBe(timeZone);
  });

  it('has six fields, whatever the client declares', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.string({ unit: anyCharacter }), (userAgent, timeZone) => {
        const fields = line({ userAgent, timeZone });
        expect(fields.split(',')).toHaveLength(6);
        expect(fields).not.toMatch(/[\n\0]/);
      }),
    );
    expect(line({ timeZone: 'Europe/Kyiv\nx' }).split(',')[5]).toBe('');
  });
});
