import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('the limits of a fresh instance', () => {
  it('have the documented numbers and windows', () => {
    const { limits } = readConfig({ NODE_ENV: 'test', DATA_DIR: tmpdir() });
    const { register, login, mail, codes, votes, receipts, reads, sockets, sms } = limits;
    expect({ register, login, mail, codes, votes, receipts, reads, sockets, sms }).toEqual({
      register: { network: { limit: 200, windowMs: HOUR_MS } },
      login: {
        account: { limit: 10, windowMs: 15 * MINUTE_MS },
        network: { limit: 300, windowMs: 15 * MINUTE_MS },
      },
      mail: {
        account: { limit: 5, windowMs: HOUR_MS },
        accountDay: { limit: 20, windowMs: DAY_MS },
        network: { limit: 60, windowMs: HOUR_MS },
      },
      codes: {
        account: { limit: 20, windowMs: DAY_MS },
        accountTotal: { limit: 100, windowMs: 3_650 * DAY_MS },
        askerTotal: { limit: 100, windowMs: 30 * DAY_MS },
        network: { limit: 500, windowMs: HOUR_MS },
      },
      votes: { account: { limit: 60, windowMs: MINUTE_MS } },
      receipts: { account: { limit: 30, windowMs: MINUTE_MS } },
      reads: { network: { limit: 600, windowMs: MINUTE_MS } },
      sockets: { network: 200, subscriptions: 20 },
      sms: { hourly: 500, countryHourly: 200, networkHourly: 100 },
    });
  });
});
