import type { PhoneChannel } from '@laurel/contracts/verification';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import {
  budgetBlock,
  budgetRefusal,
  changesKey,
  codeRefusal,
  fitting,
  isFresh,
  isLimitRefusal,
  limitBlock,
  limitRefusal,
  numberMessagesKey,
  withOpenCode,
} from './policy.ts';

const now = new Date('2025-11-20T18:00:00.000Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => after(now, -minutes * MINUTE_MS);
const ahead = (minutes: number): Date => after(now, minutes * MINUTE_MS);

describe('limitBlock', () => {
  it('allows a first message, and any after the windows have passed', () => {
    expect(limitBlock([[], []], now)).toBeUndefined();
    expect(limitBlock([[ago(61), ago(62)], [ago(1440)]], now)).toBeUndefined();
  });
  it('PH-03 blocks for 120 seconds after a message of the account or the number', () => {
    expect(limitBlock([[ago(1)], []], now)).toEqual({ code: 'phone.cooldown', until: ahead(1), of: 'account' });
    expect(limitBlock([[], [ago(0.5)]], now)).toEqual({ code: 'phone.cooldown', until: ahead(1.5), of: 'number' });
    // A message of the account to this number: the account's own limit is the reason to name.
    expect(limitBlock([[ago(1)], [ago(1)]], now)?.of).toBe('account');
    expect(limitBlock([[ago(2)], []], now)).toBeUndefined();
  });
  it('PH-06 allows two in any 60 minutes and three in any 24 hours', () => {
    expect(limitBlock([[ago(3), ago(59)], []], now)).toEqual({
      code: 'phone.hourly',
      until: ahead(1),
      of: 'account',
    });
    expect(limitBlock([[ago(3), ago(60)], []], now)).toBeUndefined();
    expect(limitBlock([[ago(3), ago(100), ago(1439)], []], now)).toEqual({
      code: 'phone.daily',
      until: ahead(1),
      of: 'account',
    });
    expect(limitBlock([[ago(3), ago(100), ago(1440)], []], now)).toBeUndefined();
  });
  it('PH-06 allows nine in any 24 hours to a number, from all accounts', () => {
    const eight = [3, 5, 7, 9, 11, 13, 15, 17].map(ago);
    expect(limitBlock([[], eight], now)).toBeUndefined();
    expect(limitBlock([[], [...eight, ago(1439)]], now)).toEqual({
      code: 'phone.daily',
      until: ahead(1),
      of: 'number',
    });
    expect(limitBlock([[], [...eight, ago(1440)]], now)).toBeUndefined();
  });
  it('PH-06 returns the limit that lasts longer, of the account or the number', () => {
    const both = [ago(3), ago(10), ago(1435)];
    expect(limitBlock([both, []], now)).toEqual({ code: 'phone.hourly', until: ahead(50), of: 'account' });
    expect(limitBlock([both, [200, 201, 202, 203, 204, 205, 206, 300, 400].map(ago)], now)).toEqual({
      code: 'phone.daily',
      until: ahead(1440 - 400),
      of: 'number',
    });
  });
  it('returns the cooldown only if it lasts longest', () => {
    expect(limitBlock([[ago(1), ago(10)], []], now)?.code).toBe('phone.hourly');
    expect(limitBlock([[ago(0.1), ago(59.9)], []], now)?.code).toBe('phone.cooldown');
  });
});

describe('fitting', () => {
  const option = (
    channel: PhoneChannel,
    code?: 'phone.cooldown' | 'phone.hourly' | 'phone.daily',
    minutes = 1,
    failed = false,
  ) => ({
    channel,
    failed,
    block: code && { code, until: ahead(minutes) },
  });

  it('is the first channel, also during its cooldown, so that repeated taps do not run through all', () => {
    expect(fitting([option('telegram'), option('sms')])).toBe('telegram');
    expect(fitting([option('telegram', 'phone.cooldown'), option('sms')])).toBe('telegram');
  });
  it('is the next one if the first has failed or is used up for an hour or a day', () => {
    expect(fitting([option('telegram', undefined, 1, true), option('sms')])).toBe('sms');
    expect(fitting([option('telegram', 'phone.hourly'), option('sms')])).toBe('sms');
    expect(fitting([option('telegram', 'phone.daily'), option('sms', 'phone.cooldown')])).toBe('sms');
  });
  it('is one that has failed rather than none, and else the one that is free again first', () => {
    expect(fitting([option('telegram', undefined, 1, true), option('sms', 'phone.hourly')])).toBe('telegram');
    expect(fitting([option('telegram', 'phone.daily', 90), option('sms', 'phone.hourly', 50)])).toBe('sms');
    expect(fitting([option('telegram', 'phone.hourly', 50), option('sms', 'phone.daily', 90)])).toBe('telegram');
  });
});

describe('limitRefusal', () => {
  it('PH-03 returns the cooldown in whole seconds, rounded up', () => {
    const refusal = limitRefusal({ code: 'phone.cooldown', until: after(now, 61_001), of: 'account' }, now);
    expect(refusal).toMatchObject({ status: 429, metadata: { retryAfterSeconds: 62 }, retryAfterSeconds: 62 });
  });
  it.each([
    ['phone.hourly', 'You can only request phone verification twice per hour'],
    ['phone.daily', 'You can only request phone verification three times per day'],
  ] as const)('PH-06 returns the next allowed time of %s', (code, text) => {
    const refusal = limitRefusal({ code, until: ahead(50), of: 'account' }, now);
    expect(refusal).toMatchObject({ status: 429, message: text, retryAfterSeconds: 3000 });
    expect(refusal.metadata).toEqual({ nextAllowedRequestAtHourly: '2025-11-20T18:50:00.000Z' });
  });
  it('marks the limit of a number', () => {
    const cooldown = limitRefusal({ code: 'phone.cooldown', until: ahead(1), of: 'number' }, now);
    expect(cooldown.metadata).toEqual({ retryAfterSeconds: 60, limit: 'number' });
    const daily = limitRefusal({ code: 'phone.daily', until: ahead(50), of: 'number' }, now);
    expect(daily.metadata).toEqual({ nextAllowedRequestAtHourly: '2025-11-20T18:50:00.000Z', limit: 'number' });
  });
});

describe('budgetBlock', () => {
  const none = { country: null, network: null, total: null };
  it('blocks until the decisive charge is an hour old', () => {
    expect(budgetBlock(none, now)).toBeUndefined();
    expect(budgetBlock({ ...none, country: ago(60) }, now)).toBeUndefined();
    expect(budgetBlock({ ...none, network: ago(10), total: ago(50) }, now)).toEqual({
      code: 'network',
      until: ahead(50),
    });
    expect(budgetRefusal({ code: 'total', until: ahead(50) }, now)).toMatchObject({
      code: 'phone.budget',
      status: 429,
      retryAfterSeconds: 3000,
    });
  });
});

describe('isFresh', () => {
  it('is true for 15 minutes after a second factor', () => {
    expect(isFresh(null, now)).toBe(false);
    expect(isFresh(ago(14.99), now)).toBe(true);
    expect(isFresh(ago(15), now)).toBe(false);
  });
});

describe('codeRefusal', () => {
  it.each([
    ['wrong', 400, 'The code you provided is incorrect'],
    ['spent', 429, 'Too many wrong codes. Ask for a new code'],
    ['expired', 410, 'No verification request found for this key'],
    ['used', 410, 'No verification request found for this key'],
  ] as const)('ER-07 returns for %s the status %i', (outcome, status, text) => {
    expect(codeRefusal(outcome, 'sent')).toMatchObject({ status, message: text });
    expect(codeRefusal(outcome, null)).toMatchObject({ status, message: text });
  });
  it('says that the message failed, for any code', () => {
    expect(codeRefusal('wrong', 'failed')).toMatchObject({ code: 'phone_code.undeliverable', status: 410 });
    expect(codeRefusal('expired', 'failed')).toMatchObject({ code: 'phone_code.undeliverable', status: 410 });
  });
});

describe('a refusal by a limit', () => {
  it('is recognised among other errors', () => {
    const refusals = ['phone.cooldown', 'phone.hourly', 'phone.daily'] as const;
    expect(refusals.map((code) => isLimitRefusal(new AppError(code)))).toEqual([true, true, true]);
    expect(isLimitRefusal(new AppError('phone.budget'))).toBe(false);
    expect(isLimitRefusal(Object.assign(new Error('phone.cooldown'), { code: 'phone.cooldown' }))).toBe(false);
  });

  it('has the request key of the open code, and keeps what it said before', () => {
    const refusal = limitRefusal({ code: 'phone.cooldown', until: ahead(1), of: 'account' }, now);
    expect(withOpenCode(refusal, 'key')).toMatchObject({
      code: 'phone.cooldown',
      data: { code: 'key' },
      retryAfterSeconds: 60,
      metadata: { retryAfterSeconds: 60 },
    });
    expect(withOpenCode(new AppError('phone.daily'), 'key')).toEqual(
      new AppError('phone.daily', { data: { code: 'key' } }),
    );
  });
});

it('the keys of limits contain the account, or the hash of the number', () => {
  expect(changesKey('0a')).toBe('phone:changes:0a');
  expect(numberMessagesKey(Uint8Array.of(1, 171))).toBe('sms:number:01ab');
});
