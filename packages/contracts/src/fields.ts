import { z } from 'zod';
import { isBlockedRegion } from './blocked-regions.ts';
import { isVisible } from './hidden.ts';
import {
  BACKUP_CODE_LENGTH,
  CODE_LENGTH,
  EMAIL_MAX,
  GIVEN_PASSWORD_MAX,
  HANDLE_MAX,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  TAG_MAX,
  USERNAME_MAX,
} from './limits.ts';
import { messageKey } from './messages.ts';

/** Limits a length rule to strings: zod also compares the length of other values, and throws if it is not a number. */
const ofText = <Params extends object>(params: Params) => ({
  ...params,
  when: ({ value }: { value: unknown }): boolean => typeof value === 'string',
});

/** A string that is not blank. Missing values and other types have the same message. */
const required = () =>
  z
    .string({ error: messageKey('required') })
    .trim()
    .min(1, ofText({ error: messageKey('required'), abort: true }));

/** Control characters, lone surrogates, line separators, and characters that change the direction of text. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const EMAIL_LOCAL = /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const EMAIL_LOCAL_MAX = 64;
const DOMAIN_LABEL = /^[\p{L}\p{Nd}]([\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}])?$/u;
/**
 * Two or more letters, or Punycode. No `i`: it makes U+0345 both a letter and a mark, and then the number of ways to match a
 * row of them grows exponentially.
 */
const TLD = /^(\p{L}\p{M}*){2,63}$|^[xX][nN]--[A-Za-z0-9-]{2,59}$/u;

const emailParts = (email: string): { local: string; labels: string[] } => {
  const at = email.lastIndexOf('@');
  return { local: email.slice(0, Math.max(at, 0)), labels: email.slice(at + 1).split('.') };
};
const isEmail = (email: string): boolean => {
  const { local, labels } = emailParts(email);
  return (
    local.length <= EMAIL_LOCAL_MAX && EMAIL_LOCAL.test(local) && labels.every((label) => DOMAIN_LABEL.test(label))
  );
};
const hasDottedDomain = (email: string): boolean => {
  const { labels } = emailParts(email);
  return labels.length >= 2 && TLD.test(labels.at(-1) ?? '');
};

/** VA-01 name: required, at most 100 characters, one line of plain text, because mails contain it. */
export const nameField = required()
  .refine(isVisible, { error: messageKey('required'), abort: true })
  .max(NAME_MAX, ofText({ error: messageKey('nameTooLong'), abort: true }))
  .refine((name) => !CONTROL.test(name), { error: messageKey('nameControl') });

/**
 * VA-02 email: valid (RFC 5321 dot-atoms, RFC 6531 letters of any script), with a domain that has a dot and a TLD of
 * at least two letters. Returns Unicode's composed form (NFC), so that an address has one spelling.
 */
export const emailField = required()
  .normalize('NFC')
  .max(EMAIL_MAX, ofText({ error: messageKey('emailInvalid'), abort: true }))
  .refine(isEmail, { error: messageKey('emailInvalid'), abort: true })
  .refine(hasDottedDomain, { error: messageKey('emailDomain') });

/** VA-03 password: 6 to 20 characters with an upper-case letter, a lower-case letter, a digit and one of @$!%*?&. */
export const passwordField = required()
  .min(PASSWORD_MIN, ofText({ error: messageKey('passwordShort'), abort: true }))
  .max(PASSWORD_MAX, ofText({ error: messageKey('passwordLong'), abort: true }))
  .refine((password) => [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[@$!%*?&]/].every((rule) => rule.test(password)), {
    error: messageKey('passwordWeak'),
  });

/** VA-04 repeated password: the length of a password. The form compares both. */
export const repeatPasswordField = required()
  .min(PASSWORD_MIN, ofText({ error: messageKey('passwordShort'), abort: true }))
  .max(PASSWORD_MAX, ofText({ error: messageKey('passwordLong'), abort: true }));

/** The password at login. The limit bounds the cost of hashing. */
export const givenPasswordField = required().max(GIVEN_PASSWORD_MAX, ofText({ error: messageKey('passwordLong') }));

/** VA-05 phone: an optional plus, a first digit 1-9, then 6 to 14 digits. Returns E.164, with the plus. */
export const phoneField = required()
  .regex(/^\+?[1-9]\d{6,14}$/, { error: messageKey('phoneInvalid'), abort: true })
  .transform((phone) => (phone.startsWith('+') ? phone : `+${phone}`));

/** VA-06: a phone outside the edition's blocked regions. */
export const phoneFieldFor = (blockedRegions: readonly string[]) =>
  phoneField.refine((phone) => !isBlockedRegion(phone.slice(1), blockedRegions), { error: messageKey('phoneRegion') });

/** VA-07 email and phone codes. */
export const codeField = required()
  .regex(/^\d*$/, { error: messageKey('codeDigits'), abort: true })
  .length(CODE_LENGTH, ofText({ error: messageKey('codeShort') }));

/** VA-08 two-factor code. */
export const twoFactorCodeField = required()
  .regex(/^\d*$/, { error: messageKey('codeDigits'), abort: true })
  .length(CODE_LENGTH, ofText({ error: messageKey('twoFactorLength') }));

/** A backup code: 10 base32 characters (RFC 4648), in any case, with optional blanks and hyphens. */
export const backupCodeField = required()
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => code.length === BACKUP_CODE_LENGTH && /^[A-Z2-7]*$/.test(code), {
    error: messageKey('backupCodeInvalid'),
  });

/** A URL or a part of one. Dots alone are valid in names. */
const LINK = /[/:?#\\]|^www\.|(^|\.)(instagram\.com|instagr\.am|ig\.me|t\.me|telegram\.me)$/i;

/** VA-09 social username: no link, no leading @ (removed), at most 32 characters. */
export const usernameField = required()
  .transform((name) => name.replace(/^@\s*/, ''))
  .pipe(
    z
      .string()
      .min(1, ofText({ error: messageKey('required'), abort: true }))
      .refine((name) => !LINK.test(name), { error: messageKey('usernameLink'), abort: true })
      .max(USERNAME_MAX, ofText({ error: messageKey('usernameLong'), abort: true }))
      .regex(/^[a-z0-9._]+$/i, { error: messageKey('usernameInvalid') }),
  );

/** The tag of a nomination, niche or company. */
export const tagField = required()
  .max(TAG_MAX, ofText({ error: messageKey('tagInvalid'), abort: true }))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: messageKey('tagInvalid') });

/** The browser's nonce of a vote: 16 octets in base64url without padding, in their one spelling. */
export const nonceField = required().regex(/^[A-Za-z0-9_-]{21}[AQgw]$/, { error: messageKey('nonceInvalid') });

/**
 * A handle of an earlier response: request id, request key or event id (128 random bits, base64url). Any short printable
 * text is accepted, so that an unknown handle has the same failure as an expired one (spec §8) and the app discards it.
 */
export const handleField = required()
  .max(HANDLE_MAX, ofText({ error: messageKey('identifierInvalid'), abort: true }))
  .regex(/^[\x21-\x7e]*$/, { error: messageKey('identifierInvalid') });

/** An email or phone number at login. The server decides whether it exists. */
export const loginField = required()
  .normalize('NFC')
  .max(EMAIL_MAX, ofText({ error: messageKey('emailInvalid'), abort: true }))
  .refine((login) => !CONTROL.test(login), { error: messageKey('emailInvalid') });
