import { AppError } from '../../lib/app-error.ts';
import { canonicalEmail } from '../../lib/canonical-email.ts';
import type { CodeOutcome } from '../../lib/identity.ts';

/**
 * What the mail limit of a login counts by: the account's address where there is an account, else what was typed, read
 * the same way, so that the limit gives no account away.
 */
export const mailSubject = (login: string, account: { emailCanonical: string } | undefined): string => {
  if (account) return account.emailCanonical;
  if (login.includes('@')) return canonicalEmail(login)?.address ?? login;
  // What has no digit is no number either, and shares its counter with nobody.
  return login.replace(/\D/g, '') || login;
};

/** The counter of mails to one address; `fingerprint` is of the mail subject. */
export const addressMailsKey = (fingerprint: Uint8Array): string =>
  `mail:address:${Buffer.from(fingerprint).toString('base64url')}`;

/** The counter of mails asked for from one network. */
export const networkMailsKey = (network: string): string => `mail:network:${network}`;

/** The refusal of an email code that was not right; it says so where the mail itself could not be delivered. */
export const codeRefusal = (answer: Exclude<CodeOutcome, { outcome: 'right' }>): AppError => {
  const failed = answer.outcome !== 'used' && answer.delivery === 'failed';
  return new AppError(
    answer.outcome === 'wrong' ? 'email_code.wrong' : 'email_code.expired',
    failed ? { metadata: { delivery: answer.delivery } } : {},
  );
};
