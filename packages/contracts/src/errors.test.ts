import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../test/calls.ts';
import { ERROR_CODES, ERRORS, type ErrorCode, LOGIN_ACTIONS, NOTICES } from './errors.ts';
import { FIELD_MESSAGES } from './messages.ts';

/** The server strings of spec §8; the statuses are our own. */
const SPECIFIED: readonly (readonly [code: ErrorCode, status: number, text: string])[] = [
  ['account.email_taken', 409, 'User with this email already exists'],
  ['account.phone_taken', 409, 'User with this phone number already exists'],
  ['login.unknown', 404, 'No user with this email or phone number'],
  ['login.wrong_password', 401, 'Incorrect password'],
  ['login.email_unverified', 403, 'Please verify your email using the verification code sent to you'],
  ['email_code.expired', 410, 'Verification code is invalid or has expired'],
  ['email_code.wrong', 400, 'The verification code provided is incorrect'],
  ['phone.unverified', 403, 'No phone verification record for this user'],
  ['otp.invalid', 400, 'The provided OTP is invalid or expired'],
  ['phone.hourly', 429, 'You can only request phone verification twice per hour'],
  ['phone.daily', 429, 'You can only request phone verification three times per day'],
  ['phone_code.expired', 410, 'No verification request found for this key'],
  ['phone_code.wrong', 400, 'The code you provided is incorrect'],
  ['social.attempts', 429, 'ATTEMPT_LIMIT'],
  ['social.tag_used', 409, 'TAG_USED'],
  ['vote.exists', 409, 'Vote already exists for this nomination and niche'],
  ['social.unverified', 403, 'No social verification record for this user'],
];

/** The statuses of the other codes. */
const OTHERS: Readonly<Record<number, readonly ErrorCode[]>> = {
  400: ['request.invalid', 'request.malformed', 'account.disposable_email', 'phone.missing', 'vote.unknown_nominee'],
  401: ['auth.required', 'auth.expired'],
  403: ['login.suspended', 'vote.not_open', 'entry.not_open'],
  404: ['request.not_found'],
  409: ['email_code.used', 'phone.already_verified', 'entry.exists'],
  410: ['phone_code.undeliverable'],
  413: ['request.too_large'],
  415: ['request.unsupported_type'],
  428: ['proof.needed'],
  429: ['phone.cooldown', 'phone.budget', 'phone_code.attempts', 'limit.exceeded'],
  500: ['server.error'],
  503: ['vote.in_doubt', 'server.unavailable'],
};

const ROOT = join(import.meta.dirname, '../../..');

const TEXTS = [
  ...Object.values(ERRORS).map(({ message }) => message),
  ...Object.values(FIELD_MESSAGES),
  ...Object.values(NOTICES),
];

/** The sources of all apps and packages by file, without their tests and the texts of the languages, which are no code. */
const sources = (): (readonly [file: string, text: string])[] =>
  globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]);

describe('errors', () => {
  it.each(SPECIFIED)('%s is %i "%s"', (code, status, text) => {
    expect(ERRORS[code]).toEqual({ status, message: text });
  });

  it.each(Object.entries(OTHERS))('has codes with the status %i', (status, codes) => {
    for (const code of codes) {
      expect(ERRORS[code].status, code).toBe(Number(status));
      expect(ERRORS[code].message).toMatch(/^[A-Z][^!]*[^.!?]$/);
    }
  });

  it('ER-12 has these codes and no others', () => {
    expect([...ERROR_CODES].sort()).toEqual(
      [...SPECIFIED.map(([code]) => code), ...Object.values(OTHERS).flat()].sort(),
    );
    expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
  });

  it('ER-12 has no text twice', () => {
    expect(TEXTS.filter((text, index) => TEXTS.indexOf(text) !== index)).toEqual([]);
  });

  it('ER-12 has every text once in the sources of the apps and packages', () => {
    const all = sources();
    expect(all.length).toBeGreaterThan(500);
    // TAG_USED is also the name of an outcome, which nobody is shown.
    const texts = TEXTS.filter((text) => text !== 'TAG_USED');
    const wanted = new Set<string>(texts);
    const found = all.flatMap(([file, source]) =>
      ["'", '"', '`'].flatMap((quote) =>
        source
          .split(quote)
          .filter((text) => wanted.has(text))
          .map((text) => [text, file]),
      ),
    );
    const files = texts.map((text) => [text, found.filter(([each]) => each === text).map(([, file]) => file)]);
    const here = /^packages\/contracts\/src\/(errors|messages)\.ts$/;
    expect(files).toEqual(texts.map((text) => [text, [expect.stringMatching(here)]]));
  });

  it('has every specific code among the failures of a call', () => {
    const general = /^(request|limit|server)\./;
    const listed = new Set(CALLS.flatMap((call) => call.failures));
    expect(ERROR_CODES.filter((code) => !general.test(code) && !listed.has(code))).toEqual([]);
  });

  it('has the login actions and notices', () => {
    expect(LOGIN_ACTIONS).toEqual({ linkAuthenticator: 'link_google_authenticator', verifyOtp: 'verify_otp' });
    expect(NOTICES.twoFactorNeeded).toBe('You need to set up two-factor authentication');
  });
});

describe('field messages', () => {
  it.each([
    ['VA-01', 'required', 'This field is required'],
    ['VA-02', 'emailInvalid', 'You entered an incorrect email'],
    ['VA-02', 'emailDomain', 'Must contain a domain with a dot and TLD'],
    ['VA-03', 'passwordShort', 'Password must be at least 6 characters long'],
    ['VA-03', 'passwordLong', 'Password must not exceed 20 characters'],
    ['VA-04', 'passwordsDiffer', 'Passwords must match'],
    ['VA-05', 'phoneInvalid', 'Enter a valid phone number in international format'],
    ['VA-06', 'phoneRegion', 'Invalid operator region'],
    ['PH-01', 'phoneChannel', 'Codes are not sent this way here'],
    ['VA-07', 'codeDigits', 'Code must contain only digits'],
    ['VA-07', 'codeShort', 'Code must contain 6 digits'],
    ['VA-08', 'twoFactorLength', 'Code must be 6 digits'],
    ['VA-09', 'usernameLink', 'Enter a username without links'],
  ] as const)('%s %s is "%s"', (_checklist, key, text) => {
    expect(FIELD_MESSAGES[key]).toBe(text);
  });
});
