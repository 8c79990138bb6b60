import { isUnavailable } from '@laurel/database/errors';
import { BotError, GrammyError, HttpError } from 'grammy';
import { describeError } from '../describe-error.ts';

/** A failure of the bot with a text for the log: grammY's errors hold URLs with the token, chats and texts. */
export type BotFailure = {
  /** Retrying is pointless. */
  permanent: boolean;
  /** The database is unavailable: everything waits for it. */
  database: boolean;
  /** How long Telegram asked us to wait, milliseconds. */
  retryAfterMs: number;
  detail: string;
};

/** Temporary error codes of the Bot API: another poller (409), too many requests (429). 5xx are temporary as well. */
const TEMPORARY = new Set([409, 429]);
/** The longest retry_after that is honoured. */
const RETRY_AFTER_MAX_SECONDS = 600;
const DETAIL_MAX = 200;

const failure = (permanent: boolean, detail: string, rest: Partial<BotFailure> = {}): BotFailure => ({
  permanent,
  database: false,
  retryAfterMs: 0,
  detail: detail.slice(0, DETAIL_MAX),
  ...rest,
});

/** Parts that are not Telegram's own words: an id, a user name, one of our codes. */
const NO_WORD = /\S*[^\sA-Za-z:,.'"()!?-]\S*|\S{20,}/g;

const fromBotApi = ({ method, error_code: code, description, parameters }: GrammyError): BotFailure => {
  const seconds = Math.min(Math.max(Number(parameters.retry_after) || 0, 0), RETRY_AFTER_MAX_SECONDS);
  return failure(
    !TEMPORARY.has(code) && code < 500,
    `telegram: ${method} ${code} ${description.replace(NO_WORD, '…')}`,
    {
      retryAfterMs: seconds * 1000,
    },
  );
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';

/** Classifies an error. */
export const failureOf = (error: unknown): BotFailure => {
  if (error instanceof BotError) return failureOf(error.error);
  if (error instanceof GrammyError) return fromBotApi(error);
  if (error instanceof HttpError) return failure(false, `telegram: ${error.message}${codeOf(error.error)}`);
  if (isUnavailable(error)) return failure(false, 'the database is away', { database: true });
  return failure(true, describeError(error));
};
