import { describe, expect, it } from 'vitest';
import { isDisposable, parseLogin, takenRefusal } from './policy.ts';

describe('reading a login', () => {
  it('reads an address in its canonical form', () => {
    expect(parseLogin('A.da+x@Gmail.com')).toEqual({ email: 'ada@gmail.com' });
  });

  it('reads a phone number with any punctuation', () => {
    const written = [
      '+380671234567',
      '380671234567',
      '+38 (067) 123-45-67',
      '+38.067.123.45.67',
      '00380 (067) 123-45-67',
    ];
    for (const typed of written) {
      expect(parseLogin(typed)).toEqual({ phone: '+380671234567' });
    }
  });

  it('returns undefined for anything else', () => {
    for (const typed of [
      'ada',
      '0671234567',
      '0006712345',
      'ada@example',
      'a@b@',
      '+',
      '12345',
      'a\u0000b@example.org',
    ]) {
      expect(parseLogin(typed)).toBeUndefined();
    }
  });
});

describe('disposable addresses', () => {
  it('are recognised by their domain or a parent domain', () => {
    for (const domain of ['mailinator.com', 'inbox.mailinator.com']) expect(isDisposable(domain)).toBe(true);
    const others = ['mailinator.com.example.org', 'gmail.com', 'example.org'];
    for (const domain of others) expect(isDisposable(domain)).toBe(false);
  });
});

describe('takenRefusal', () => {
  it('ER-02 names the address, the number, or both', () => {
    expect(takenRefusal({ email: false, phone: false })).toBeUndefined();
    const [email, phone] = ['account.email_taken', 'account.phone_taken'];
    expect(takenRefusal({ email: true, phone: false })).toMatchObject({ code: email, codes: [email] });
    expect(takenRefusal({ email: false, phone: true })).toMatchObject({ code: phone, codes: [phone] });
    expect(takenRefusal({ email: true, phone: true })?.codes).toEqual([email, phone]);
  });
});
