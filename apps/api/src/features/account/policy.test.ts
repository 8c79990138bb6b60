import { describe, expect, it } from 'vitest';
import { isDisposable, parseLogin, takenRefusal } from './policy.ts';

describe('reading a login', () => {
  it('reads an address in its canonical form', () => {
    expect(parseLogin('A.da+x@Gmail.com')).toEqual({ email: 'ada@gmail.com' });
  });

  it('reads a phone number however it is spaced', () => {
    for (const typed of ['+380671234567', '380671234567', '+38 (067) 123-45-67', '+38.067.123.45.67']) {
      expect(parseLogin(typed)).toEqual({ phone: '+380671234567' });
    }
  });

  it('reads nobody in anything else', () => {
    for (const typed of ['ada', '0671234567', 'ada@example', 'a@b@', '+', '12345', 'a\u0000b@example.org']) {
      expect(parseLogin(typed)).toBeUndefined();
    }
  });
});

describe('disposable addresses', () => {
  it('are known by their domain, and by the domain above it', () => {
    expect(isDisposable('mailinator.com')).toBe(true);
    expect(isDisposable('inbox.mailinator.com')).toBe(true);
    expect(isDisposable('mailinator.com.example.org')).toBe(false);
    expect(isDisposable('gmail.com')).toBe(false);
    expect(isDisposable('example.org')).toBe(false);
  });
});

describe('what is taken', () => {
  it('ER-02 names the address, the number, or both', () => {
    expect(takenRefusal({ email: false, phone: false })).toBeUndefined();
    expect(takenRefusal({ email: true, phone: false })).toMatchObject({
      code: 'account.email_taken',
      codes: ['account.email_taken'],
    });
    expect(takenRefusal({ email: false, phone: true })).toMatchObject({
      code: 'account.phone_taken',
      codes: ['account.phone_taken'],
    });
    expect(takenRefusal({ email: true, phone: true })?.codes).toEqual(['account.email_taken', 'account.phone_taken']);
  });
});
