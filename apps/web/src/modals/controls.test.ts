import { expect, it } from 'vitest';
import { controlsOf } from './controls.ts';

it.each([
  ['message', true, false, false],
  ['messageWithClose', true, true, true],
  ['login', true, true, true],
  ['signup', true, true, true],
  ['emailOtp', true, true, true],
  ['phoneOtp', true, true, true],
  ['twoFactorVerify', true, true, true],
  ['faq', true, true, true],
  ['mailboxWarning', true, true, false],
  ['support', true, true, false],
  // Backup codes are shown once.
  ['twoFactorSetup', false, false, false],
] as const)(
  'MD-12 %s (closable: %s) has a close button: %s, a support link: %s',
  (type, closable, closeButton, supportLink) => {
    expect(controlsOf(type, closable)).toEqual({ closeButton, supportLink });
  },
);
