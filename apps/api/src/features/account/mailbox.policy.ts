import { AppError } from '../../app-error.ts';
import type { Fingerprint } from '../../crypto/keyring.ts';
import type { CodeOutcome } from '../codes/port.ts';
import { canonicalEmail } from './email.policy.ts';
import { parseLogin } from './policy.ts';

/** The counting key of a number (see `mailSubject`). @param canonical the number in canonical form, with its plus */
export const phoneSubject = (canonical: string): string => canonical.slice(1);

/**
 * The key by which the mails requested with a login are counted: the typed login in canonical spelling. It does not
 * depend on the account, so that the count does not reveal whether an account exists, or which number and address
 * belong together.
 */
export const mailSubject = (login: string): string => {
  if (login.includes('@')) return canonicalEmail(login)?.address ?? login;
  const parsed = parseLogin(login);
  if (parsed && 'phone' in parsed) return phoneSubject(parsed.phone);
  // It is neither an address nor a valid number. Only its digits count, if it has any.
  return login.replace(/\D/g, '') || login;
};

/** The requester: a browser that the account knows, or else the network. */
export const requesterOf = (network: string, isKnown: boolean): string =>
  isKnown ? 'known browser' : `network ${network}`;

const base64url = (fingerprint: Uint8Array): string => Buffer.from(fingerprint).toString('base64url');

/**
 * The id of a thread of codes: those that one requester requests with one login. It begins with the account of the
 * login, or if there is none, with a fingerprint of the login.
 */
export const threadOf = (
  fingerprint: Fingerprint,
  request: { accountId: string | undefined; subject: string; requester: string },
): string => {
  const owner = request.accountId ?? base64url(fingerprint('asker', request.subject));
  return `${owner}:${base64url(fingerprint('asker', `${request.subject}\0${request.requester}`))}`;
};

/**
 * The counters of mails to one address; `fingerprint` is that of the login's counting key (see `mailSubject`). `asked`
 * is the prefix of a counter for each requester. `askedDay` counts the mails that unknown browsers requested in a day,
 * from all networks; `sentDay` counts those that were sent.
 */
export const addressMailsKeys = (fingerprint: Uint8Array) => {
  const subject = base64url(fingerprint);
  return {
    asked: `mail:asked:${subject}:`,
    askedDay: `mail:asked-day:${subject}`,
    sentDay: `mail:sent-day:${subject}`,
  };
};

/** The counter of mails that one requester requested. */
export const askedKey = (fingerprint: Fingerprint, request: { subject: string; requester: string }): string =>
  addressMailsKeys(fingerprint('email', request.subject)).asked + base64url(fingerprint('asker', request.requester));

/** The counter of mails that logins to an account caused. It limits only requests with the right password. */
export const loginMailsKey = (accountId: string): string => `mail:login-day:${accountId}`;

/** The counter of mails requested from one network. */
export const networkMailsKey = (network: string): string => `mail:network:${network}`;

/**
 * The refusal of an email code. It says if the mail could not be delivered, except where `delivery` is null: a failed
 * delivery would reveal that the account exists.
 */
export const codeRefusal = (answer: Exclude<CodeOutcome, { outcome: 'right' }>): AppError => {
  const failed = answer.outcome !== 'used' && answer.delivery === 'failed';
  return new AppError(
    answer.outcome === 'wrong' ? 'email_code.wrong' : 'email_code.expired',
    failed ? { metadata: { delivery: answer.delivery } } : {},
  );
};
