import { isUnavailable } from '@laurel/database/errors';
import { BotError, GrammyError, HttpError } from 'grammy';
import { describeError } from '../describe-error.ts';

/** What went wrong, in words that may be logged: grammY's errors hold addresses with the token, chats and texts. */
export type Trouble = {
  /** Another try would meet the same refusal. */
  permanent: boolean;
  /** The database is away: everything waits for it. */
  database: boolean;
  /** How long Telegram asked us to wait, milliseconds. */
  retryAfterMs: number;
  said: string;
};

/** Error codes of the Bot API that pass: another poller (409), too fast (429). 5xx passes as well. */
const PASSING = new Set([409, 429]);
/** No wait that Telegram asks for is taken to be longer. */
const RETRY_AFTER_MAX_SECONDS = 600;
const SAID_MAX = 200;

const trouble = (permanent: boolean, said: string, rest: Partial<Trouble> = {}): Trouble => ({
  permanent,
  database: false,
  retryAfterMs: 0,
  said: said.slice(0, SAID_MAX),
  ...rest,
});

/** What can't be a word of Telegram's own: an id, a name of a user, a code of ours that it repeats. */
const NO_WORD = /\S*[^\sA-Za-z:,.'"()!?-]\S*|\S{20,}/g;

const fromBotApi = ({ method, error_code: code, description, parameters }: GrammyError): Trouble => {
  const seconds = Math.min(Math.max(Number(parameters.retry_after) || 0, 0), RETRY_AFTER_MAX_SECONDS);
  return trouble(!PASSING.has(code) && code < 500, `telegram: ${method} ${code} ${description.replace(NO_WORD, '…')}`, {
    retryAfterMs: seconds * 1000,
  });
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';

/** Sorts a failure out. */
export const troubleOf = (error: unknown): Trouble => {
  if (error instanceof BotError) return troubleOf(error.error);
  if (error instanceof GrammyError) return fromBotApi(error);
  if (error instanceof HttpError) return trouble(false, `telegram: ${error.message}${codeOf(error.error)}`);
  if (isUnavailable(error)) return trouble(false, 'the database is away', { database: true });
  return trouble(true, describeError(error));
};
