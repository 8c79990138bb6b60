import { timingSafeEqual } from 'node:crypto';
import { CODE_TRIES } from '@laurel/contracts/limits';
import type { LimitRule } from '../../http/limits/port.ts';

/** What a challenge's row says about whether it may be answered. */
export type Standing = { attempts: number; expiresAt: Date };

/** Whether a challenge may be answered at `now`, and if not why. */
export const standingOf = ({ attempts, expiresAt }: Standing, now: Date): 'open' | 'spent' | 'expired' => {
  if (expiresAt <= now) return 'expired';
  return attempts >= CODE_TRIES ? 'spent' : 'open';
};

/**
 * The budgets of wrong codes: an account's for a day, an account's until support unlocks it, a network's; and in the place of
 * the account's those of one asker, for codes that strangers may ask for (docs/decisions/070-strangers-lock-nobody-out.md).
 */
export type Budgets = { account: LimitRule; accountTotal: LimitRule; askerTotal: LimitRule; network: LimitRule };

/** The counters that only support resets. */
export const accountKeys = (accountId: string) => ({
  day: `codes:account-day:${accountId}`,
  total: `codes:account-total:${accountId}`,
});

/**
 * The counters of those who asked for an account's codes by mail.
 * @param of a thread; an account's id and a colon: all of them
 */
export const askerKeys = (of: string) => ({ day: `codes:asker-day:${of}`, total: `codes:asker-total:${of}` });

/** The counter of wrong codes and made-up handles from one network. */
export const networkKey = (network: string): string => `codes:network:${network}`;

/** Whose wrong codes are counted: by thread where there is one, else by account. */
export type Guessed = { accountId: string } | { thread: string };

/**
 * What one try is charged to. Counters are locked in the order of their keys, the account's own first: whoever guesses
 * at one account waits in its line, and holds up nobody else on the network meanwhile.
 */
export const chargesOf = (
  ask: Guessed & { network: string },
  budgets: Budgets,
): readonly { key: string; rule: LimitRule }[] => {
  const isThread = 'thread' in ask;
  const { day, total } = isThread ? askerKeys(ask.thread) : accountKeys(ask.accountId);
  return [
    { key: day, rule: budgets.account },
    { key: total, rule: isThread ? budgets.askerTotal : budgets.accountTotal },
    { key: networkKey(ask.network), rule: budgets.network },
  ];
};

/** What a code is hashed with: its own challenge, so that equal codes have unequal hashes. */
export const codeInput = (challengeId: string, code: string): string => `${challengeId}\0${code}`;

/** Whether a stored HMAC is one of the candidates, in constant time. */
export const matchesAny = (stored: Uint8Array, candidates: readonly Buffer[]): boolean =>
  candidates.some((candidate) => candidate.length === stored.length && timingSafeEqual(candidate, stored));
