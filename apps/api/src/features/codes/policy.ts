import type { LimitRule } from '../../http/limits/port.ts';
import { CODE_TRIES } from '../../limits.ts';

/** Whether a challenge can be answered at `now`, or else the reason why not. */
export const codeState = (
  { attempts, expiresAt }: { attempts: number; expiresAt: Date },
  now: Date,
): 'open' | 'spent' | 'expired' => {
  if (expiresAt <= now) return 'expired';
  return attempts >= CODE_TRIES ? 'spent' : 'open';
};

/**
 * The budgets of wrong codes: `account` for a day, `accountTotal` until support unlocks the account, and `network`.
 * Codes that anyone can request use `account` for their requester, and `askerTotal` instead of `accountTotal`
 * (docs/decisions/070-budgets-per-requester.md).
 */
export type Budgets = { account: LimitRule; accountTotal: LimitRule; askerTotal: LimitRule; network: LimitRule };

/** The counters of wrong codes for an account. Only support can reset `total`. */
export const accountKeys = (accountId: string) => ({
  day: `codes:account-day:${accountId}`,
  total: `codes:account-total:${accountId}`,
});

/**
 * The counters of wrong codes by mail, for each requester.
 * @param thread a thread; or an account's id with a colon, as the prefix of all its threads
 */
export const requesterKeys = (thread: string) => ({
  day: `codes:asker-day:${thread}`,
  total: `codes:asker-total:${thread}`,
});

/** The counter of wrong codes and made-up handles from one network. */
export const networkKey = (network: string): string => `codes:network:${network}`;

/** The owner of the counters of wrong codes: the thread if there is one, or else the account. */
export type CodeOwner = { accountId: string } | { thread: string };

/**
 * The counters to which a try is charged, in the order in which they are locked. The account's come first, so that
 * guesses at one account wait for each other and do not block other requests of the network.
 */
export const chargesOf = (
  by: CodeOwner & { network: string },
  budgets: Budgets,
): readonly { key: string; rule: LimitRule }[] => {
  const isThread = 'thread' in by;
  const { day, total } = isThread ? requesterKeys(by.thread) : accountKeys(by.accountId);
  return [
    { key: day, rule: budgets.account },
    { key: total, rule: isThread ? budgets.askerTotal : budgets.accountTotal },
    { key: networkKey(by.network), rule: budgets.network },
  ];
};

/** The input of a code's hash. The challenge's id gives equal codes different hashes. */
export const codeInput = (challengeId: string, code: string): string => `${challengeId}\0${code}`;
