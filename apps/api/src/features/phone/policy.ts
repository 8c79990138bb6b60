import type { ErrorCode } from '@laurel/contracts/errors';
import { SMS_COOLDOWN_MS, SMS_PER_DAY, SMS_PER_HOUR, TWO_FACTOR_FRESH_MS } from '@laurel/contracts/limits';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

/** The country codes of one and two digits; every other one, assigned or spare, has three (ITU-T E.164, list of codes). */
const SHORT_COUNTRY_CODES = new Set(
  '1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
);

/**
 * The country code of a number, what budgets of text messages count by.
 * @param phone E.164, with its plus
 */
export const callingCodeOf = (phone: string): string => {
  const digits = phone.slice(1);
  const short = [digits.slice(0, 1), digits.slice(0, 2)].find((code) => SHORT_COUNTRY_CODES.has(code));
  return short ?? digits.slice(0, 3);
};

type LimitCode = Extract<ErrorCode, 'phone.cooldown' | 'phone.hourly' | 'phone.daily'>;

/** So many text messages in a sliding window, for an account and for a number. */
const RULES: readonly { code: LimitCode; limit: number; windowMs: number }[] = [
  { code: 'phone.cooldown', limit: 1, windowMs: SMS_COOLDOWN_MS },
  { code: 'phone.hourly', limit: SMS_PER_HOUR, windowMs: HOUR_MS },
  { code: 'phone.daily', limit: SMS_PER_DAY, windowMs: DAY_MS },
];

/** How many of the newest charges decide. */
export const CHARGES_THAT_COUNT = SMS_PER_DAY;

/** What stands in the way of another text message, and until when. */
export type Block<Code> = { code: Code; until: Date };

/** Of what stands in the way, what does so the longest. */
const longest = <Code>(blocks: readonly (Block<Code> | undefined)[], now: Date): Block<Code> | undefined =>
  blocks
    .filter((block) => block !== undefined)
    .filter(({ until }) => until > now)
    .reduce<Block<Code> | undefined>((last, block) => (last && last.until >= block.until ? last : block), undefined);

/**
 * The limit that refuses another text message for the longest time, so that whoever waits until then is not refused by
 * another one.
 * @param histories when messages were charged to the account, and to the number, each newest first
 */
export const limitBlock = (histories: readonly (readonly Date[])[], now: Date): Block<LimitCode> | undefined =>
  longest(
    histories.flatMap((charges) =>
      RULES.map(({ code, limit, windowMs }) => {
        const oldest = charges[limit - 1];
        return oldest && { code, until: after(oldest, windowMs) };
      }),
    ),
    now,
  );

/** The budgets of an hour: for a country code, for a network, over all. */
export type Budget = 'country' | 'network' | 'total';

/**
 * The budget that is used up for the longest time.
 * @param decisive for each budget the charge that must leave the hour before another one fits in
 */
export const budgetBlock = (
  decisive: Readonly<Record<Budget, Date | undefined>>,
  now: Date,
): Block<Budget> | undefined =>
  longest(
    (['country', 'network', 'total'] as const).map((code) => {
      const charge = decisive[code];
      return charge && { code, until: after(charge, HOUR_MS) };
    }),
    now,
  );

const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));

/** The refusal a limit means: the cooldown in seconds, the others with the next allowed time (PH-03, PH-06). */
export const limitRefusal = ({ code, until }: Block<LimitCode>, now: Date): AppError => {
  const retryAfterSeconds = secondsUntil(until, now);
  const metadata =
    code === 'phone.cooldown' ? { retryAfterSeconds } : { nextAllowedRequestAtHourly: until.toISOString() };
  return new AppError(code, { retryAfterSeconds, metadata });
};

/** The refusal a budget means. */
export const budgetRefusal = ({ until }: Block<Budget>, now: Date): AppError =>
  new AppError('phone.budget', { retryAfterSeconds: secondsUntil(until, now) });

/** Whether a session proved a two-factor code lately enough to go without another one. */
export const isFresh = (twoFactorAt: Date | null, now: Date): boolean =>
  twoFactorAt !== null && now < after(twoFactorAt, TWO_FACTOR_FRESH_MS);

/**
 * The refusal of an SMS code.
 * @param delivery how the code's message fared: one that never left could not be answered
 */
export const codeRefusal = (outcome: 'wrong' | 'spent' | 'expired' | 'used', delivery: string | null): AppError => {
  if (delivery === 'failed') return new AppError('phone_code.undeliverable');
  const codes = {
    wrong: 'phone_code.wrong',
    spent: 'phone_code.attempts',
    expired: 'phone_code.expired',
    used: 'phone_code.expired',
  } as const satisfies Record<typeof outcome, ErrorCode>;
  return new AppError(codes[outcome]);
};

/** Numbers that an account may try in a day: a refusal tells that somebody has the number, so there is an end to it. */
export const NUMBER_CHANGES = { limit: 20, windowMs: DAY_MS };

/** The counter of numbers that an account tried. */
export const changesKey = (accountId: string): string => `phone:changes:${accountId}`;
