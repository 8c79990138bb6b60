import { ALL_ERRORS } from '@laurel/contracts/console/errors';
import { describe, expect, it } from 'vitest';
import {
  addressMailsKeys,
  askedKey,
  codeRefusal,
  loginMailsKey,
  mailSubject,
  networkMailsKey,
  phoneSubject,
  requesterOf,
  threadOf,
} from './mailbox.policy.ts';

describe('the subject of the mail limit', () => {
  it('is the typed login in canonical form', () => {
    for (const typed of ['A.da@gmail.com', 'ada+1@googlemail.com']) {
      expect(mailSubject(typed)).toBe('ada@gmail.com');
    }
    for (const typed of ['+380 67 123 45 67', '380671234567']) expect(mailSubject(typed)).toBe('380671234567');
    // This test fails (four subjects) with the digits as typed: each had limits of its own.
    const spellings = ['00380671234567', '+3800671234567', '003800671234567', '+380 (067) 123-45-67'];
    for (const typed of spellings) expect(mailSubject(typed), typed).toBe('380671234567');
    for (const typed of ['a@xn--a.example', 'nobody', '💐']) expect(mailSubject(typed)).toBe(typed);
  });
});

describe('the keys of the mail limits', () => {
  const fingerprint = (purpose: string, text: string) => Buffer.from(`${purpose}|${text}`);
  const encoded = (text: string): string => Buffer.from(text).toString('base64url');
  const request = { subject: 'ada@gmail.com', requester: requesterOf('192.0.2.0/24', false) };

  it('have the requester: a known browser, or its network', () => {
    expect([requesterOf('192.0.2.0/24', true), request.requester]).toEqual(['known browser', 'network 192.0.2.0/24']);
    expect(askedKey(fingerprint, request)).toBe(
      `mail:asked:${encoded('email|ada@gmail.com')}:${encoded('asker|network 192.0.2.0/24')}`,
    );
  });

  it('have the address only as a fingerprint', () => {
    const hash = encoded('a hash');
    expect(addressMailsKeys(new TextEncoder().encode('a hash'))).toEqual({
      asked: `mail:asked:${hash}:`,
      askedDay: `mail:asked-day:${hash}`,
      sentDay: `mail:sent-day:${hash}`,
    });
  });

  it('have the account or the network', () => {
    expect([loginMailsKey('0a'), networkMailsKey('192.0.2.0/24')]).toEqual([
      'mail:login-day:0a',
      'mail:network:192.0.2.0/24',
    ]);
    expect(phoneSubject('+380671234567')).toBe('380671234567');
  });

  it('have a thread for each requester of a login, which begins with its account, if it has one', () => {
    const thread = encoded('asker|ada@gmail.com\0network 192.0.2.0/24');
    expect(threadOf(fingerprint, { ...request, accountId: '0a' })).toBe(`0a:${thread}`);
    expect(threadOf(fingerprint, { ...request, accountId: undefined })).toBe(
      `${encoded('asker|ada@gmail.com')}:${thread}`,
    );
  });
});

describe('the refusal of an email code', () => {
  it('ER-04 distinguishes a wrong code from an invalid or expired one', () => {
    const refusals = (['wrong', 'spent', 'expired'] as const).map((outcome) =>
      codeRefusal({ outcome, delivery: 'sent' }),
    );
    expect(
      refusals.map((each) => [each.code, each.status, ...each.codes.map((code) => ALL_ERRORS[code].message)]),
    ).toEqual([
      ['email_code.wrong', 400, 'The verification code provided is incorrect'],
      ['email_code.expired', 410, 'Verification code is invalid or has expired'],
      ['email_code.expired', 410, 'Verification code is invalid or has expired'],
    ]);
    expect(refusals.map((each) => each.metadata)).toEqual([undefined, undefined, undefined]);
    expect(codeRefusal({ outcome: 'used', accountId: 'a', codeMatches: false }).code).toBe('email_code.expired');
  });

  it('reports a mail that could not be delivered', () => {
    for (const outcome of ['wrong', 'expired'] as const) {
      expect(codeRefusal({ outcome, delivery: 'failed' }).metadata).toEqual({ delivery: 'failed' });
    }
  });
});
