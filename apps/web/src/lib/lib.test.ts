import { LANGUAGES } from '@laurel/contracts/languages';
import { describe, expect, it } from 'vitest';
import { refused } from '../testing/failures.ts';
import { ApiFailure, asFailure, connectionLost, mayPass } from './failure.ts';
import { failureOf, fieldCodesOf } from './failure-details.ts';
import { codeIn, isTypedOver, typedTrimmed } from './input.ts';
import { formatPercent } from './numbers.ts';
import { initialsOf, maskPhone } from './person.ts';
import { formatCountdown, formatKyivMinute } from './time.ts';

it.each(LANGUAGES)('percentages match Intl’s format, %s', (language) => {
  const intl = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  for (let hundredths = 0; hundredths <= 10_000; hundredths++) {
    expect(formatPercent(hundredths / 100, language)).toBe(intl.format(hundredths / 100));
  }
});

describe('times', () => {
  it('show Kyiv time, rounded up to the next full minute, in summer and winter', () => {
    expect(formatKyivMinute(new Date('2025-11-20T18:00:00.000Z'), 'en')).toBe('November 20 at 20:00');
    expect(formatKyivMinute(new Date('2025-11-20T18:00:00.001Z'), 'en')).toBe('November 20 at 20:01');
    expect(formatKyivMinute(new Date('2025-11-20T21:59:30.000Z'), 'uk')).toBe('21 листопада о\u00a000:00');
    expect(formatKyivMinute(new Date('2025-07-01T12:00:59.999Z'), 'uk')).toBe('1 липня о\u00a015:01');
  });

  it('count down in minutes and seconds', () => {
    expect(formatCountdown(120_000)).toBe('02:00');
    expect(formatCountdown(61_001)).toBe('01:02');
    expect(formatCountdown(1)).toBe('00:01');
    expect(formatCountdown(0)).toBe('00:00');
    expect(formatCountdown(-5_000)).toBe('00:00');
  });
});

describe('initials', () => {
  it('are whole letters, as readers see them', () => {
    expect(initialsOf('🇺🇦 Україна', 'uk')).toBe('🇺🇦У');
    expect(initialsOf('йосип іваненко'.normalize('NFD'), 'uk')).toBe('ЙІ');
    expect(initialsOf('👩‍🚀 Sally', 'en')).toBe('👩‍🚀S');
  });

  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'A'],
    ['  Ada   King   Lovelace ', 'AK'],
    ['їжак український', 'ЇУ'],
    ['💐 bouquet', '💐B'],
    ['', '??'],
    ['   ', '??'],
    [undefined, '??'],
    [null, '??'],
  ])('of %j are %s', (name, initials) => {
    expect(initialsOf(name, 'uk')).toBe(initials);
  });
});

describe('input', () => {
  it('VA-05 VA-10 stops at 16 characters when typed', () => {
    const typed = { inputType: 'insertText', data: '7' };
    expect(isTypedOver(16, 16, typed)).toBe(false);
    expect(isTypedOver(16, 17, typed)).toBe(true);
    expect(isTypedOver(16, 21, { inputType: 'insertText', data: '12345678901234567890' })).toBe(true);
    expect(isTypedOver(16, 17, { inputType: 'insertCompositionText', data: '7' })).toBe(true);
  });

  it.each([
    ['pasted', { inputType: 'insertFromPaste', data: null }],
    ['dropped', { inputType: 'insertFromDrop', data: null }],
    ['filled in by the browser', { inputType: 'insertReplacementText', data: '+38067' }],
    ['filled in by a password manager', {}],
    ['shortened', { inputType: 'deleteContentBackward', data: null }],
    ['added to a value that was already too long', { inputType: 'insertText', data: '7' }],
  ])('is never cut if it is %s', (_, details) => {
    expect(isTypedOver(16, 25, details)).toBe(false);
  });

  it.each([
    ['digits only', '12a 34-56', '', '123456'],
    ['an added code instead of other digits', '12123 456', '12', '123456'],
    ['nothing of seven digits', '123 4567', '', undefined],
    ['nothing of a digit after a code', '1234567', '123456', undefined],
  ])('VA-10 of a code field gives %s', (_, text, before, taken) => {
    expect(codeIn(text, before)).toBe(taken);
  });

  it('VA-10 of other fields is trimmed', () => {
    expect(typedTrimmed(' Secret1! ')).toBe('Secret1!');
  });

  it('is masked and stays left to right if it is a phone number', () => {
    expect(maskPhone('+380671234567')).toBe('\u2066+38067 ••• 67\u2069');
    expect(maskPhone('+1234567')).toBe('\u2066+1234567\u2069');
  });
});

describe('failures', () => {
  it('carry the contract’s code, or server.error if the response breaks the contract', () => {
    expect(refused('vote.exists')).toMatchObject({ code: 'vote.exists', status: 409 });
    expect(failureOf(502, '<html>')).toMatchObject({ code: 'server.error', status: 502 });
    expect(failureOf(200, undefined)).toMatchObject({ code: 'server.error', status: 200 });
    expect(asFailure(new TypeError('x'))).toBeInstanceOf(ApiFailure);
  });

  it('list all their codes and fields', () => {
    const both = refused('account.email_taken', { and: ['account.phone_taken'] });
    expect(both.codes).toEqual(['account.email_taken', 'account.phone_taken']);
    expect(connectionLost().codes).toEqual(['connection.lost']);
    const fieldCodes = { email: 'emailInvalid', name: 7, phoneNumber: 'keyOfANewerServer' };
    const invalid = refused('request.invalid', { metadata: { fields: { email: 'wrong' }, fieldCodes } });
    expect([...fieldCodesOf(invalid)]).toEqual([['email', 'emailInvalid']]);
    expect([...fieldCodesOf(refused('request.invalid', { metadata: { fields: { email: 'wrong' } } }))]).toEqual([]);
  });

  it('may be retried without a response and after a server error', () => {
    expect([connectionLost(), refused('server.error'), refused('server.unavailable')].every(mayPass)).toBe(true);
    expect([refused('vote.exists'), refused('auth.expired')].some(mayPass)).toBe(false);
  });
});
