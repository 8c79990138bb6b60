import { randomInt } from 'node:crypto';
import { INSTAGRAM_SUBMISSIONS_PER_DAY } from '@laurel/contracts/limits';
import type { VerificationStatus } from '@laurel/contracts/verification';
import type { Tx } from '@laurel/database/client';
import type { Hold } from '../../jobs/port.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How often an account may submit an Instagram name, and ask for a Telegram link. */
export const SUBMISSIONS = { limit: INSTAGRAM_SUBMISSIONS_PER_DAY, windowMs: DAY_MS };
export const TELEGRAM_LINKS = { limit: 10, windowMs: DAY_MS };

/** The counters of the two. */
export const submissionsKey = (accountId: string): string => `social:instagram:${accountId}`;
export const telegramLinksKey = (accountId: string): string => `social:telegram:${accountId}`;

/** How many overdue requests one transaction ends. */
export const EXPIRE_BATCH = 100;

/** Whether a request may still be decided. */
export const isOpen = (request: { status: VerificationStatus; expiresAt: Date }, now: Date): boolean =>
  (request.status === 'IN_PROGRESS' || request.status === 'RETRY') && request.expiresAt > now;

/**
 * What an Instagram name is fingerprinted as: case makes no other name, and neither do dots where Instagram allows none (at
 * either end, two in a row), which look like the name without them.
 */
export const instagramSubject = (username: string): string =>
  username
    .replace(/^@/, '')
    .toLowerCase()
    .replace(/\.+/g, '.')
    .replace(/^\.|\.$/g, '');

/** Letters and digits that are told apart at a glance: no 0 or O, 1, I or L, 2 or Z, 5 or S, 8 or B. */
const PROOF_ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
const PROOF_LENGTH = 6;

/** A code for a person to send by direct message. */
export const newProofCode = (): string =>
  Array.from({ length: PROOF_LENGTH }, () => PROOF_ALPHABET.charAt(randomInt(PROOF_ALPHABET.length))).join('');

/** Whether a direct message holds the code, however it is spaced, cased or wrapped in words. */
export const holdsCode = (text: string, code: string): boolean =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .includes(code);

/**
 * Enough of an address for its owner to know it by: `a***a@example.org`, or with its domain masked `a***a@e***.org`. A bot
 * message, which strangers can be sent to by a link, masks the domain: otherwise anybody's own domain would be an
 * advertisement there, which Telegram turns into a link.
 */
export const maskEmail = (email: string, parts: 'name' | 'name and domain' = 'name'): string => {
  const at = email.lastIndexOf('@');
  const [first = '', ...rest] = email.slice(0, at);
  const name = `${first}***${rest.length > 1 ? rest.at(-1) : ''}`;
  if (parts === 'name') return name + email.slice(at);
  const [initial = ''] = email.slice(at + 1);
  return `${name}@${initial}***${email.slice(email.lastIndexOf('.'))}`;
};

/**
 * What came of a decision on an Instagram name. NOT_VERIFIED: rejected. TAG_USED: approved, but another person has proven
 * the name. DECIDED, EXPIRED, UNKNOWN: nothing was changed.
 */
export type ReviewOutcome = 'VERIFIED' | 'NOT_VERIFIED' | 'TAG_USED' | 'DECIDED' | 'EXPIRED' | 'UNKNOWN';

/** A name in the organisers' queue; `proofCode` is what its owner was asked to send, null where none was asked for. */
export type Review = { id: string; tag: string; submittedAt: Date; maskedEmail: string; proofCode: string | null };

/** An organiser's decision on an Instagram name. */
export type Decision = ({ requestId: string } | { eventId: string }) & {
  approved: boolean;
  now: Date;
  /** The mail to the person leaves later. */
  hold?: Hold;
  /** Runs in the transaction in which it is decided; not where nothing is. */
  decided?: (tx: Tx, outcome: ReviewOutcome) => Promise<void>;
};
