import { describe, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { callingCodeOf } from '../../crypto/calling-code.ts';
import { budgetBlock, budgetRefusal, codeRefusal, isFresh, limitBlock, limitRefusal } from './policy.ts';

const now = new Date('2025-11-20T18:00:00.000Z');
const MINUTE_MS = 60_000;
const ago = (minutes: number): Date => after(now, -minutes * MINUTE_MS);
const ahead = (minutes: number): Date => after(now, minutes * MINUTE_MS);

describe('callingCodeOf', () => {
  it.each([
    ['+12025550123', '1'],
    ['+18765550123', '1'],
    ['+79161234567', '7'],
    ['+77011234567', '7'],
    ['+201001234567', '20'],
    ['+27821234567', '27'],
    ['+33612345678', '33'],
    ['+380671234567', '380'],
    ['+37291234567', '372'],
    ['+390612345678', '39'],
    ['+4201234567', '420'],
    ['+447911123456', '44'],
    ['+48501234567', '48'],
    ['+5491123456789', '54'],
    ['+590690123456', '590'],
    ['+61412345678', '61'],
    ['+6701234567', '670'],
    ['+81901234567', '81'],
    ['+8613812345678', '86'],
    ['+85212345678', '852'],
    ['+8801712345678', '880'],
    ['+870773123456', '870'],
    ['+905321234567', '90'],
    ['+971501234567', '971'],
    ['+998901234567', '998'],
    ['+2111234567', '211'],
    ['+999123456', '999'],
  ])('reads %s as country code %s', (phone, code) => {
    expect(callingCodeOf(phone)).toBe(code);
  });
});

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
  const none = { country: undefined, network: undefined, total: undefined };
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
