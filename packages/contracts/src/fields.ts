import { z } from 'zod';
import { isBlockedRegion } from './blocked-regions.ts';
import { CODE_LENGTH, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, TAG_MAX, USERNAME_MAX } from './limits.ts';
import { FIELD_MESSAGES as say } from './messages.ts';

/** A string that must be there: absent, of another type and empty are all "This field is required". */
const required = () => z.string({ error: say.required }).trim().min(1, { error: say.required, abort: true });

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what it finds
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const EMAIL_LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const TLD = /^(\p{L}{2,63}|xn--[a-z0-9-]{2,59})$/iu;

const emailParts = (email: string): { local: string; labels: string[] } | undefined => {
  const at = email.lastIndexOf('@');
  return at < 1 ? undefined : { local: email.slice(0, at), labels: email.slice(at + 1).split('.') };
};
const hasValidLocal = (email: string): boolean => {
  const parts = emailParts(email);
  return parts !== undefined && parts.local.length <= 64 && EMAIL_LOCAL.test(parts.local);
};
const hasDottedDomain = (email: string): boolean => {
  const labels = emailParts(email)?.labels ?? [];
  return labels.length >= 2 && TLD.test(labels.at(-1) ?? '');
};
const hasValidLabels = (email: string): boolean =>
  (emailParts(email)?.labels ?? []).every((label) => DOMAIN_LABEL.test(label));

/** VA-01 name: required, at most 100 characters, no control characters (it is printed in mails). */
export const nameField = required()
  .max(NAME_MAX, { error: say.nameTooLong })
  .refine((name) => !CONTROL.test(name), { error: say.nameControl });

/** VA-02 email: valid, with a domain that has a dot and a TLD of at least two letters. */
export const emailField = required()
  .max(EMAIL_MAX, { error: say.emailInvalid, abort: true })
  .refine(hasValidLocal, { error: say.emailInvalid, abort: true })
  .refine(hasDottedDomain, { error: say.emailDomain, abort: true })
  .refine(hasValidLabels, { error: say.emailInvalid });

/** VA-03 password: 6 to 20 characters with an upper-case letter, a lower-case letter, a digit and one of @$!%*?&. */
export const passwordField = required()
  .min(PASSWORD_MIN, { error: say.passwordShort, abort: true })
  .max(PASSWORD_MAX, { error: say.passwordLong, abort: true })
  .refine((password) => [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[@$!%*?&]/].every((rule) => rule.test(password)), {
    error: say.passwordWeak,
  });

/** A password as typed at login: only its bounds matter, whether it is right the server decides. */
export const givenPasswordField = required().max(200, { error: say.passwordLong });

/** VA-05 phone: an optional plus, a first digit 1-9, then 6 to 14 digits; yields the form with a plus (E.164). */
export const phoneField = required()
  .regex(/^\+?[1-9]\d{6,14}$/, { error: say.phoneInvalid, abort: true })
  .transform((phone) => (phone.startsWith('+') ? phone : `+${phone}`));

/** VA-06: the phone rule with an edition's blocked regions. */
export const phoneFieldFor = (blockedRegions: readonly string[]) =>
  phoneField.refine((phone) => !isBlockedRegion(phone.slice(1), blockedRegions), { error: say.phoneRegion });

/** VA-07 email and phone codes. */
export const codeField = required()
  .regex(/^\d*$/, { error: say.codeDigits, abort: true })
  .length(CODE_LENGTH, { error: say.codeShort });

/** VA-08 two-factor code. */
export const twoFactorCodeField = required()
  .regex(/^\d*$/, { error: say.codeDigits, abort: true })
  .length(CODE_LENGTH, { error: say.twoFactorLength });

/** A backup code: 10 base32 characters (RFC 4648), typed in any case, with blanks or hyphens. */
export const backupCodeField = required()
  .transform((code) => code.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => /^[A-Z2-7]{10}$/.test(code), { error: say.backupCodeInvalid });

const LINK = /[/:?#\\]|^www\.|^(instagram\.com|instagr\.am|t\.me|telegram\.me)/i;

/** VA-09 social username: no link, no leading @ (removed), at most 32 characters. */
export const usernameField = required()
  .transform((name) => name.replace(/^@/, ''))
  .pipe(
    z
      .string()
      .min(1, { error: say.required, abort: true })
      .refine((name) => !LINK.test(name), { error: say.usernameLink, abort: true })
      .max(USERNAME_MAX, { error: say.usernameLong, abort: true })
      .regex(/^[a-z0-9._]+$/i, { error: say.usernameInvalid }),
  );

/** The tag of a nomination, niche or company. */
export const tagField = required()
  .max(TAG_MAX, { error: say.tagInvalid, abort: true })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: say.tagInvalid });

/** A handle that an earlier answer gave: request id, request key or event id (128 random bits, base64url). */
export const handleField = required().regex(/^[A-Za-z0-9_-]{16,64}$/, { error: say.identifierInvalid });

/** What a person signs in with: an email or a phone number, judged only by the server. */
export const loginField = required().max(EMAIL_MAX, { error: say.emailInvalid });
