import { AppError } from '../../app-error.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { CodeOutcome } from '../codes/port.ts';
import { canonicalEmail } from './email.policy.ts';

/**
 * What mails are counted by that were asked for with a login: what was typed, one spelling for all of them, and never the
 * account it leads to, so that the count gives no account away, nor which number and which address are one person's.
 */
export const mailSubject = (login: string): string => {
  if (login.includes('@')) return canonicalEmail(login)?.address ?? login;
  // What has no digit is no number either, and shares its counter with nobody.
  return login.replace(/\D/g, '') || login;
};

/** Who asks: a browser that the account knows, or else everybody on a network. */
export const askerOf = (network: string, isKnown: boolean): string =>
  isKnown ? 'known browser' : `network ${network}`;

const inText = (fingerprint: Uint8Array): string => Buffer.from(fingerprint).toString('base64url');

/** A thread of codes: one account's (or nobody's, by what was typed), asked for with one login by one asker. */
export const threadOf = (
  fingerprint: Fingerprint,
  ask: { accountId: string | undefined; subject: string; asker: string },
): string => {
  const whose = ask.accountId ?? inText(fingerprint('asker', ask.subject));
  return `${whose}:${inText(fingerprint('asker', `${ask.subject}\0${ask.asker}`))}`;
};

/**
 * The counters of mails to one address; `fingerprint` is of the mail subject. `asked` ends with a colon and goes on with
 * the asker's fingerprint; `askedDay` and `sentDay` are over all networks.
 */
export const addressMailsKeys = (fingerprint: Uint8Array) => {
  const subject = inText(fingerprint);
  return {
    asked: `mail:asked:${subject}:`,
    askedDay: `mail:asked-day:${subject}`,
    sentDay: `mail:sent-day:${subject}`,
  };
};

/** The counter of mails that one asker asked for. */
export const askedKey = (fingerprint: Fingerprint, ask: { subject: string; asker: string }): string =>
  addressMailsKeys(fingerprint('email', ask.subject)).asked + inText(fingerprint('asker', ask.asker));

/** The counter of mails that logins to an account had sent: only who knows its password is kept waiting by it. */
export const loginMailsKey = (accountId: string): string => `mail:login-day:${accountId}`;

/** The counter of mails asked for from one network. */
export const networkMailsKey = (network: string): string => `mail:network:${network}`;

/**
 * The refusal of an email code that was not right; it says so where the mail itself could not be delivered. To strangers
 * (`delivery` null) it does not: nobody's mail always left.
 */
export const codeRefusal = (answer: Exclude<CodeOutcome, { outcome: 'right' }>): AppError => {
  const failed = answer.outcome !== 'used' && answer.delivery === 'failed';
  return new AppError(
    answer.outcome === 'wrong' ? 'email_code.wrong' : 'email_code.expired',
    failed ? { metadata: { delivery: answer.delivery } } : {},
  );
};
