import { describe, expect, it } from 'vitest';
import { furnitureOf } from './furniture.ts';

describe('what stands around a modal', () => {
  it('MD-12 is nothing on a plain message', () => {
    expect(furnitureOf('message', true)).toEqual({ closeButton: false, supportLink: false });
  });

  it.each(['messageWithClose', 'login', 'signup', 'emailOtp', 'phoneOtp', 'twoFactorVerify', 'faq'] as const)(
    'MD-12 is a close button and a support link on %s',
    (type) => expect(furnitureOf(type, true)).toEqual({ closeButton: true, supportLink: true }),
  );

  it('is no support link on the way to support', () => {
    for (const type of ['mailboxWarning', 'support'] as const) {
      expect(furnitureOf(type, true)).toEqual({ closeButton: true, supportLink: false });
    }
  });

  it('is no way out of what must not be closed: backup codes are shown once', () => {
    expect(furnitureOf('twoFactorSetup', false)).toEqual({ closeButton: false, supportLink: false });
  });
});
