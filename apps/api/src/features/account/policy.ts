import { ERRORS } from '@laurel/contracts/errors';
import { emailField, phoneField } from '@laurel/contracts/fields';
import { messageKey } from '@laurel/contracts/messages';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { AppError, FieldError } from '../../app-error.ts';
import { canonicalPhone } from '../../crypto/phone-number.ts';
import { canonicalEmail } from './email.policy.ts';

/** A login in the form by which accounts are found. */
export type ParsedLogin = { email: string } | { phone: string };

/** Reads a login as an email address or a phone number; undefined if it can be neither. */
export const parseLogin = (login: string): ParsedLogin | undefined => {
  if (login.includes('@')) {
    const email = emailField.safeParse(login);
    const canonical = email.success ? canonicalEmail(email.data) : undefined;
    return canonical && { email: canonical.address };
  }
  // Some people write 00 instead of the plus.
  const phone = phoneField.safeParse(login.replace(/[\s().-]/g, '').replace(/^00/, '+'));
  return phone.success ? { phone: canonicalPhone(phone.data) } : undefined;
};

const blocklist = disposableEmailBlocklistSet();

/** Whether a domain or a parent domain belongs to a disposable mail service. */
export const isDisposable = (domain: string): boolean => {
  const labels = domain.split('.');
  return labels.some((_label, index) => blocklist.has(labels.slice(index).join('.')));
};

/** The address in canonical form. @throws FieldError for an invalid or disposable address */
export const acceptEmail = (email: string): string => {
  const canonical = canonicalEmail(email);
  if (!canonical) throw new FieldError({ email: messageKey('emailInvalid') });
  if (isDisposable(canonical.domain)) {
    throw new FieldError({ email: ERRORS['account.disposable_email'].message }, 'account.disposable_email');
  }
  return canonical.address;
};

/** The refusal of a registration, with both texts if both are taken (ER-02); undefined if both are free. */
export const takenRefusal = (taken: { email: boolean; phone: boolean }): AppError | undefined => {
  if (taken.email) return new AppError('account.email_taken', { also: taken.phone ? ['account.phone_taken'] : [] });
  return taken.phone ? new AppError('account.phone_taken') : undefined;
};

/**
 * How often in a day an address may be the old or the new one of a registration that replaces another. Each time, a
 * mail may be sent to it.
 */
export const REPLACING = { limit: 3, windowMs: 24 * 60 * 60_000 };

/** The counter of registrations that replace another; `fingerprint` is that of the old or the new address. */
export const replacingKey = (fingerprint: Uint8Array): string =>
  `register:replacing:${Buffer.from(fingerprint).toString('base64url')}`;

/** The counter of registrations from one network. */
export const registrationsKey = (network: string): string => `register:network:${network}`;
