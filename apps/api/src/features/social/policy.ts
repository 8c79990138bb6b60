import { randomInt } from 'node:crypto';
import type { SocialNetwork, VerificationStatus } from '@laurel/contracts/verification';
import { INSTAGRAM_SUBMISSIONS_PER_DAY } from '../../limits.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How often an account may submit an Instagram name. */
export const SUBMISSIONS = { limit: INSTAGRAM_SUBMISSIONS_PER_DAY, windowMs: DAY_MS };
/** How often an account may request a Telegram link. */
export const TELEGRAM_LINKS = { limit: 10, windowMs: DAY_MS };

/** The keys of the counters for these two limits. */
export const submissionsKey = (accountId: string): string => `social:instagram:${accountId}`;
export const telegramLinksKey = (accountId: string): string => `social:telegram:${accountId}`;

/** How many overdue requests one transaction closes. */
export const EXPIRE_BATCH = 100;

/** The social networks that are set up. Development simulates both. */
export const socialNetworksOf = (config: {
  production: boolean;
  TELEGRAM_BOT_TOKEN?: string | undefined;
  INSTAGRAM_PROVIDER?: string | undefined;
}): SocialNetwork[] => [
  ...(config.TELEGRAM_BOT_TOKEN !== undefined || !config.production ? (['telegram'] as const) : []),
  ...(config.INSTAGRAM_PROVIDER !== undefined || !config.production ? (['instagram'] as const) : []),
];

/** Whether a request may still be decided. */
export const isOpen = (request: { status: VerificationStatus; expiresAt: Date }, now: Date): boolean =>
  (request.status === 'IN_PROGRESS' || request.status === 'RETRY') && request.expiresAt > now;

/**
 * The form in which an Instagram name is fingerprinted: lower case, without the dots that Instagram does not allow (at
 * either end, two in a row), because such a name looks like the one without them.
 */
export const instagramSubject = (username: string): string =>
  username
    .replace(/^@/, '')
    .toLowerCase()
    .replace(/\.+/g, '.')
    .replace(/^\.|\.$/g, '');

/** The form in which a Telegram name is fingerprinted. */
export const telegramName = (name: string): string => name.replace(/^@/, '').toLowerCase();

/** Letters and digits that can't be confused: no 0 or O, 1, I or L, 2 or Z, 5 or S, 8 or B. */
const PROOF_ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
const PROOF_LENGTH = 6;

/** A code for the user to send by direct message. */
export const newProofCode = (): string =>
  Array.from({ length: PROOF_LENGTH }, () => PROOF_ALPHABET.charAt(randomInt(PROOF_ALPHABET.length))).join('');

/** Whether a direct message contains the code, in any spacing, case or text. */
export const containsCode = (text: string, code: string): boolean =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .includes(code);

/**
 * An address that its owner can recognise: `a***a@example.org`, or with a masked domain `a***a@e***.org`. Messages of
 * the bot mask the domain: another user may open the link, and Telegram would turn an attacker's domain into a link.
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
 * The result of a decision on an Instagram name. NOT_VERIFIED: rejected. TAG_USED: approved by the organiser, but
 * rejected because another account has proven the name. DECIDED, EXPIRED, UNKNOWN: nothing changed.
 */
export type ReviewOutcome = 'VERIFIED' | 'NOT_VERIFIED' | 'TAG_USED' | 'DECIDED' | 'EXPIRED' | 'UNKNOWN';
