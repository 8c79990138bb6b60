import { describe, expect, it } from 'vitest';
import { contactOf, letterTo, problemsWith } from './flow.ts';

const words = {
  subject: 'Awards 2025: no SMS & no call?',
  problem: 'No SMS, 100% sure',
  labels: { problem: 'Problem', email: 'Email', phoneNumber: 'Phone', instagram: 'Instagram' },
};

/** Parses a mailto link as a mail program does. */
const read = (link: string) => {
  const { protocol, pathname, searchParams } = new URL(link);
  return {
    to: `${protocol}${decodeURIComponent(pathname)}`,
    subject: searchParams.get('subject'),
    body: searchParams.get('body'),
  };
};

describe('a mail to support', () => {
  it('MD-10 carries subject, problem, email, phone and Instagram name to the support address', () => {
    const contact = { email: 'ada+vote@example.org', phoneNumber: '+380671234567', instagram: 'ada.l' };
    expect(read(letterTo('help@awards.example', words, contact))).toEqual({
      to: 'mailto:help@awards.example',
      subject: 'Awards 2025: no SMS & no call?',
      body: 'Problem: No SMS, 100% sure\r\nEmail: ada+vote@example.org\r\nPhone: +380671234567\r\nInstagram: @ada.l\r\n\r\n',
    });
  });

  it('MD-10 leaves unknown contact data empty', () => {
    expect(read(letterTo('help@awards.example', words, {})).body).toBe(
      'Problem: No SMS, 100% sure\r\nEmail:\r\nPhone:\r\nInstagram:\r\n\r\n',
    );
  });

  it('encodes spaces and pluses for every mail program', () => {
    const link = letterTo('help@awards.example', words, { email: 'ada+vote@example.org' });
    expect(link).not.toMatch(/[+ ]/);
    expect(link).toContain('%20');
  });

  it('MD-10 is about one of six problems', () => {
    expect(problemsWith(['telegram', 'instagram'])).toHaveLength(6);
    expect(problemsWith(['telegram'])).not.toContain('instagram');
  });
});

describe('the contact of a support mail', () => {
  const signup = { email: 'old@example.org', phoneNumber: '+380670000000', instagram: 'ada.l' };

  it('is the account that is logged in', () => {
    expect(contactOf({ email: 'ada@example.org', phoneNumber: '+380671234567' }, signup)).toEqual({
      email: 'ada@example.org',
      phoneNumber: '+380671234567',
      instagram: 'ada.l',
    });
  });

  it('is the signup’s data without an account, and empty without any', () => {
    expect(contactOf(undefined, signup)).toEqual(signup);
    expect(contactOf({ email: null, phoneNumber: '' }, signup)).toEqual(signup);
    expect(contactOf(undefined, undefined)).toEqual({});
  });
});
