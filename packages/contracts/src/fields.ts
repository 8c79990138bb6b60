import { z } from 'zod';
import { isBlockedRegion } from './blocked-regions.ts';
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
import { FIELD_MESSAGES as say } from './messages.ts';

/** A string that must be there: absent, of another type, empty and blank are all told so in the same words. */
/**
 * The parameters of a rule about a text's length. Zod looks at the length of whatever has one, be it no text at all, and
 * throws where that can't be compared.
 */
const ofText = <Params extends object>(params: Params) => ({
  ...params,
  when: ({ value }: { value: unknown }): boolean => typeof value === 'string',
});

const required = () =>
  z
    .string({ error: say.required })
    .trim()
    .min(1, ofText({ error: say.required, abort: true }));

/** Control characters, halves of surrogate pairs, line separators, and what turns the direction of text around. */
const CONTROL = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const EMAIL_LOCAL = /^[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const EMAIL_LOCAL_MAX = 64;
const DOMAIN_LABEL = /^[\p{L}\p{Nd}]([\p{L}\p{M}\p{Nd}-]{0,61}[\p{L}\p{M}\p{Nd}])?$/u;
const TLD = /^(\p{L}\p{M}*){2,63}$|^xn--[a-z0-9-]{2,59}$/iu;

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

/** VA-01 name: required, at most 100 characters, one line of plain text (it is printed in mails). */
export const nameField = required()
  .max(NAME_MAX, ofText({ error: say.nameTooLong, abort: true }))
  .refine((name) => !CONTROL.test(name), { error: say.nameControl });

/**
 * VA-02 email: valid (RFC 5321 dot-atoms, RFC 6531 letters of any script), with a domain that has a dot and a TLD of
 * at least two letters. Yields Unicode's composed form (NFC), so that one address has one spelling.
 */
export const emailField = required()
  .normalize('NFC')
  .max(EMAIL_MAX, ofText({ error: say.emailInvalid, abort: true }))
  .refine(isEmail, { error: say.emailInvalid, abort: true })
  .refine(hasDottedDomain, { error: say.emailDomain });

/** VA-03 password: 6 to 20 characters with an upper-case letter, a lower-case letter, a digit and one of @$!%*?&. */
export const passwordField = required()
  .min(PASSWORD_MIN, ofText({ error: say.passwordShort, abort: true }))
  .max(PASSWORD_MAX, ofText({ error: say.passwordLong, abort: true }))
  .refine((password) => [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[@$!%*?&]/].every((rule) => rule.test(password)), {
    error: say.passwordWeak,
  });

/** VA-04 repeat password: the bounds of a password; that it equals the other one is the form's rule. */
export const repeatPasswordField = required()
  .min(PASSWORD_MIN, ofText({ error: say.passwordShort, abort: true }))
  .max(PASSWORD_MAX, ofText({ error: say.passwordLong, abort: true }));

/** A password as typed at login: whether it is right only the server says; the bound keeps the hashing bounded. */
export const givenPasswordField = required().max(GIVEN_PASSWORD_MAX, ofText({ error: say.passwordLong }));

/** VA-05 phone: an optional plus, a first digit 1-9, then 6 to 14 digits; yields the form with a plus (E.164). */
export const phoneField = required()
  .regex(/^\+?[1-9]\d{6,14}$/, { error: say.phoneInvalid, abort: true })
  .transform((phone) => (phone.startsWith('+') ? phone : `+${phone}`));

/** VA-06: the phone rule with an edition's blocked regions. */
export const phoneFieldFor = (blockedRegions: readonly string[]) =>
  phoneField.refine((phone) => !isBlockedRegion(phone.slice(1), blockedRegions), { error: say.phoneRegion });

/** VA-07 email and phone codes. The input is capped at six, so more is as wrong as less. */
export const codeField = required()
  .regex(/^\d*$/, { error: say.codeDigits, abort: true })
  .length(CODE_LENGTH, ofText({ error: say.codeShort }));

/** VA-08 two-factor code. */
export const twoFactorCodeField = required()
  .regex(/^\d*$/, { error: say.codeDigits, abort: true })
  .length(CODE_LENGTH, ofText({ error: say.twoFactorLength }));

/** A backup code: 10 base32 characters (RFC 4648), typed in any case, with blanks or hyphens. */
export const backupCodeField = required()
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => code.length === BACKUP_CODE_LENGTH && /^[A-Z2-7]*$/.test(code), { error: say.backupCodeInvalid });

/** An address, or a part of one. Dots alone are no sign: Instagram allows them in names. */
const LINK = /[/:?#\\]|^www\.|(^|\.)(instagram\.com|instagr\.am|ig\.me|t\.me|telegram\.me)$/i;

/** VA-09 social username: no link, no leading @ (removed), at most 32 characters. */
export const usernameField = required()
  .transform((name) => name.replace(/^@\s*/, ''))
  .pipe(
    z
      .string()
      .min(1, ofText({ error: say.required, abort: true }))
      .refine((name) => !LINK.test(name), { error: say.usernameLink, abort: true })
      .max(USERNAME_MAX, ofText({ error: say.usernameLong, abort: true }))
      .regex(/^[a-z0-9._]+$/i, { error: say.usernameInvalid }),
  );

/** The tag of a nomination, niche or company. */
export const tagField = required()
  .max(TAG_MAX, ofText({ error: say.tagInvalid, abort: true }))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: say.tagInvalid });

/**
 * A handle that an earlier answer gave: request id, request key or event id (128 random bits, base64url). Any short
 * printable text passes, so that a mangled one is answered like an expired one (spec §8) and the app lets go of it.
 */
export const handleField = required()
  .max(HANDLE_MAX, ofText({ error: say.identifierInvalid, abort: true }))
  .regex(/^[\x21-\x7e]*$/, { error: say.identifierInvalid });

/** What a person signs in with: an email or a phone number, judged only by the server. */
export const loginField = required()
  .normalize('NFC')
  .max(EMAIL_MAX, ofText({ error: say.emailInvalid, abort: true }))
  .refine((login) => !CONTROL.test(login), { error: say.emailInvalid });
