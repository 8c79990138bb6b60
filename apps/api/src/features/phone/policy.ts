import type { ErrorCode } from '@laurel/contracts/errors';
import { SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import type { PhoneChannel } from '@laurel/contracts/verification';
import { AppError } from '../../app-error.ts';
import { after } from '../../clock.ts';
import { SMS_PER_DAY, SMS_PER_HOUR, SMS_PER_NUMBER_DAY, TWO_FACTOR_FRESH_MS } from '../../limits.ts';

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

type LimitCode = Extract<ErrorCode, 'phone.cooldown' | 'phone.hourly' | 'phone.daily'>;

/** What a limit counts: the text messages of an account by one channel, or those of all accounts to a number. */
type Owner = 'account' | 'number';

type Rule = { code: LimitCode; limit: number; windowMs: number };

const COOLDOWN: Rule = { code: 'phone.cooldown', limit: 1, windowMs: SMS_COOLDOWN_MS };
/** The limits of an account's text messages to all numbers, in sliding windows. */
const ACCOUNT_RULES: readonly Rule[] = [
  COOLDOWN,
  { code: 'phone.hourly', limit: SMS_PER_HOUR, windowMs: HOUR_MS },
  { code: 'phone.daily', limit: SMS_PER_DAY, windowMs: DAY_MS },
];

/** The limit of text messages to one number in a day, over all accounts. */
export const NUMBER_LIMIT = { limit: SMS_PER_NUMBER_DAY, windowMs: DAY_MS };
const NUMBER_RULES: readonly Rule[] = [COOLDOWN, { code: 'phone.daily', ...NUMBER_LIMIT }];

/** The key by which support finds the limit of a number. Its text messages are rows in the database, not a counter. */
export const numberMessagesKey = (phoneHash: Uint8Array): string =>
  `sms:number:${Buffer.from(phoneHash).toString('hex')}`;

/** How many of the newest charges the limits need. */
export const NEWEST_CHARGES = Math.max(SMS_PER_DAY, SMS_PER_NUMBER_DAY);

/** A limit that blocks another text message, and until when. */
export type Block<Code> = { code: Code; until: Date };

type LimitBlock = Block<LimitCode> & { of: Owner };

/** The block that lasts longest; of those that end at the same time, the first. */
const longest = <Each extends Block<unknown>>(blocks: readonly (Each | undefined)[], now: Date): Each | undefined =>
  blocks
    .filter((block) => block !== undefined)
    .filter(({ until }) => until > now)
    .reduce<Each | undefined>((last, block) => (last && last.until >= block.until ? last : block), undefined);

/**
 * The limit that refuses another text message for the longest time, so that no other limit refuses it after that.
 * @param histories when messages were charged to the account, and to the number, each newest first
 */
export const limitBlock = (
  [account, number]: readonly [account: readonly Date[], number: readonly Date[]],
  now: Date,
): LimitBlock | undefined => {
  const blocks = (of: Owner, charges: readonly Date[], rules: readonly Rule[]) =>
    rules.map(({ code, limit, windowMs }) => {
      const oldest = charges[limit - 1];
      return oldest && { code, until: after(oldest, windowMs), of };
    });
  return longest([...blocks('account', account, ACCOUNT_RULES), ...blocks('number', number, NUMBER_RULES)], now);
};

/** The budgets of text messages: in an hour for a country code, for a client network and for all together; and the vote's money. */
export type Budget = 'country' | 'network' | 'total' | 'money';

/**
 * The budget that stays used up for the longest time.
 * @param decisive for each budget the charge that must be an hour old before another one is allowed
 */
export const budgetBlock = (
  decisive: Readonly<Record<Exclude<Budget, 'money'>, Date | null>>,
  now: Date,
): Block<Budget> | undefined =>
  longest(
    (['country', 'network', 'total'] as const).map((code) => {
      const charge = decisive[code];
      return charge ? { code, until: after(charge, HOUR_MS) } : undefined;
    }),
    now,
  );

/** The channels that carriers are paid for. Only their messages can earn money for who asks for them, so only they have budgets. */
export const DEAR: readonly PhoneChannel[] = ['sms', 'voice'];

type Option = { channel: PhoneChannel; failed: boolean; block: Block<LimitCode> | undefined };

/**
 * The channel of a request that names none: the first that has not failed and has no limit but a cooldown, else the first that
 * has no other limit, else the one that is free again first. A repeated tap waits for the cooldown, so that it can't run
 * through the channels.
 * @param options the channels in their order, each with whether its last message to the number failed, and its limit
 */
export const fitting = (options: readonly Option[]): PhoneChannel | undefined => {
  const inOrder = options.toSorted((one, other) => Number(one.failed) - Number(other.failed));
  const free = inOrder.find(({ block }) => block === undefined || block.code === 'phone.cooldown');
  const end = ({ block }: Option): number => block?.until.getTime() ?? 0;
  return (free ?? inOrder.toSorted((one, other) => end(one) - end(other))[0])?.channel;
};

const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));

/**
 * The refusal by a limit. A cooldown gives the seconds to wait, the other limits the next allowed time (PH-03, PH-06). The
 * limit of a number is marked, because another account may have requested the messages.
 */
export const limitRefusal = ({ code, until, of }: LimitBlock, now: Date): AppError => {
  const retryAfterSeconds = secondsUntil(until, now);
  const next = code === 'phone.cooldown' ? { retryAfterSeconds } : { nextAllowedRequestAtHourly: until.toISOString() };
  const metadata = of === 'number' ? { ...next, limit: of } : next;
  return new AppError(code, { retryAfterSeconds, metadata });
};

/** Whether an error is the refusal of a text message by a limit. */
export const isLimitRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && ACCOUNT_RULES.some(({ code }) => code === error.code);

/** The refusal by a limit, with the request key of the code that is open. */
export const withOpenCode = ({ code, retryAfterSeconds, metadata }: AppError, requestKey: string): AppError =>
  new AppError(code, {
    data: { code: requestKey },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(metadata === undefined ? {} : { metadata }),
  });

/** The refusal by a budget. */
export const budgetRefusal = ({ until }: Block<Budget>, now: Date): AppError =>
  new AppError('phone.budget', { retryAfterSeconds: secondsUntil(until, now) });

/** Whether a session proved a second factor so recently that it needs no other one. */
export const isFresh = (twoFactorAt: Date | null, now: Date): boolean =>
  twoFactorAt !== null && now < after(twoFactorAt, TWO_FACTOR_FRESH_MS);

/**
 * The refusal of an SMS code.
 * @param delivery the state of the code's message: if it failed, the user does not have the code
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

/** How many numbers an account may try in a day: a refusal reveals that another account has the number. */
export const NUMBER_CHANGES = { limit: 20, windowMs: DAY_MS };

/** The counter of numbers that an account tried. */
export const changesKey = (accountId: string): string => `phone:changes:${accountId}`;
