import { AppError } from '../../app-error.ts';

/** Retry-After of a link request before the bot's name is known, seconds. */
const RETRY_SECONDS = 5;

/** The bot's start links. They need its name, which the bot reads from Telegram after it has started. */
export type TelegramLinks = {
  setUsername(username: string): void;
  /**
   * The start link for a code.
   * @throws AppError server.unavailable until the bot's name is known
   */
  linkFor(code: string): string;
};

/** Creates the start links of a bot whose name is not known yet. */
export const createTelegramLinks = (): TelegramLinks => {
  let username: string | undefined;
  return {
    setUsername: (name) => {
      username = name;
    },
    linkFor: (code) => {
      if (username === undefined) throw new AppError('server.unavailable', { retryAfterSeconds: RETRY_SECONDS });
      return `https://t.me/${username}?start=${code}`;
    },
  };
};
