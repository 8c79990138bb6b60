import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configProblems } from '@laurel/support/config-problems';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'laurel-values-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe('values', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'not a url'],
    ['DATABASE_URL', 'mysql://db/laurel'],
    ['PUBLIC_URL', 'awards.example:8080'],
    ['PUBLIC_URL', 'https://awards.example/2026'],
    ['PUBLIC_URL', 'https://awards.example?lang=en'],
    ['PUBLIC_URL', 'https://olena@awards.example'],
    ['SMTP_URL', 'https://mail.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['LIMITS_VOTES_ACCOUNT_MINUTE', '0'],
    ['LIMITS_REGISTER_NETWORK_HOUR', '2147483648'],
    ['SMS_HOURLY_BUDGET', '1e12'],
    ['PHONE_CODE_TOTAL_BUDGET', '0'],
    ['RETAIN_MONTHS', '0'],
    ['RETAIN_MONTHS', '121'],
    ['RETAIN_MONTHS', '1.5'],
    ['LOG_LEVEL', 'loud'],
    ['SMS_PROVIDER', 'pigeon'],
    ['PHONE_CODE_CHANNELS', 'sms,pigeon'],
    ['PHONE_CODE_CHANNELS', 'sms,telegram,sms'],
    ['NUMBER_LOOKUP_PROVIDER', 'pigeon'],
    ['IP_LOOKUP_URL', 'ip.example.org'],
    ['IP_LOOKUP_URL', 'ftp://ip.example.org'],
    ['IP_LOOKUP_URL', '//ip.example.org'],
    ['IP_LOOKUP_URL', '/\\ip.example.org'],
  ])('that are wrong stop the start and name the key: %s=%s', (name, value) => {
    expect(configProblems({ DATA_DIR, [name]: value }).map((problem) => problem.split(/[:.]/)[0])).toEqual([name]);
  });

  it.each([
    ['HTTPS://Awards.Example', 'https://awards.example'],
    ['https://awards.example:443/', 'https://awards.example'],
    ['https://премія.example:8443', 'https://xn--e1aohe1fwb.example:8443'],
    [' http://localhost:8080 ', 'http://localhost:8080'],
  ])('of an address are read as browsers spell it: %s', (address, origin) => {
    const { PUBLIC_URL, CONSOLE_URL } = readConfig({ DATA_DIR, PUBLIC_URL: address, CONSOLE_URL: address });
    expect([PUBLIC_URL, CONSOLE_URL]).toEqual([origin, origin]);
  });

  it.each(['/elsewhere/address', 'https://ip.example.org/json?format=short'])('may be IP_LOOKUP_URL=%s', (url) => {
    expect(readConfig({ DATA_DIR, IP_LOOKUP_URL: url }).IP_LOOKUP_URL).toBe(url);
  });

  it('of a budget in money need a price for each channel', () => {
    const money = { DATA_DIR, PHONE_CODE_TOTAL_BUDGET: '2000', PHONE_CODE_CHANNELS: 'telegram,sms,viber' };
    const rule = 'SMS_PRICES: PHONE_CODE_TOTAL_BUDGET needs a price for';
    expect(configProblems(money)).toEqual([`${rule} viber`]);
    expect(configProblems({ ...money, SMS_PRICES: 'UAH 380=3 viber=1' })).toEqual([`${rule} telegram, sms`]);
  });

  it.each([
    ['sms', ['SMS_PROVIDER']],
    ['telegram', ['TELEGRAM_GATEWAY_TOKEN']],
    ['whatsapp', ['WHATSAPP_TOKEN', 'WHATSAPP_NUMBER_ID', 'WHATSAPP_TEMPLATE']],
    ['viber', ['TURBOSMS_TOKEN', 'TURBOSMS_VIBER_SENDER']],
    ['voice', ['SEVEN_API_KEY']],
  ])('of a channel are needed in production: %s', (channel, names) => {
    const problems = configProblems({ DATA_DIR, NODE_ENV: 'production', PHONE_CODE_CHANNELS: channel });
    const when = `is needed in production with ${channel} in PHONE_CODE_CHANNELS`;
    expect(problems.filter((each) => each.endsWith('CHANNELS'))).toEqual(names.map((name) => `${name}: ${when}`));
  });
});
