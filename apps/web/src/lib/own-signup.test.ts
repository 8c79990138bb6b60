import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubWindow } from '../testing/browser-storage.ts';
import { ownSignup } from './own-signup.ts';
import { clearStorage } from './storage.ts';
import { stored } from './stored.ts';

const SIGNUP = { email: 'Ada@example.org', instagram: 'ada' };

beforeEach(() => {
  stubWindow();
  stored.signupData.write(SIGNUP);
});
afterEach(() => {
  clearStorage();
  vi.unstubAllGlobals();
});

it.each([
  ['nobody is logged in', undefined, SIGNUP],
  ['an account without an address is logged in', null, SIGNUP],
  ['the same person is logged in', 'ada@example.org', SIGNUP],
  ['another person is logged in', 'ben@example.org', undefined],
] as const)('the stored sign-up is returned unless it is another person’s: %s', (_who, email, expected) => {
  expect(ownSignup(email)).toEqual(expected);
});
