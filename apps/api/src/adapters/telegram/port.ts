import type { Language } from '@laurel/contracts/languages';

/** A Telegram user: the numeric id, in decimal. */
type TelegramUserId = string;

/**
 * The account that requests a code's verification, or why it cannot continue. `language` is the account's, if known;
 * `contact`: the user's number is asked for, which confirms as well.
 */
export type TelegramStart =
  | { state: 'ask'; maskedEmail: string; language: Language; contact?: true }
  | { state: 'expired' | 'used' | 'tag_used'; language?: Language | undefined };

/** The outcome of a confirmation. */
export type TelegramOutcome = {
  status: 'VERIFIED' | 'RETRY' | 'TAG_USED' | 'EXPIRED' | 'NUMBER_REFUSED';
  language?: Language | undefined;
};

/**
 * The bot's port to the feature that stores verifications. Telegram may deliver an update twice, so every call may be
 * repeated with the same arguments and must then return the same result.
 */
export type TelegramHandler = {
  /**
   * The user opened the link: binds the code to this Telegram user, and returns the requesting account.
   * @param start.name the user's name in Telegram, if there is one
   */
  startTelegram(start: {
    code: string;
    telegramUserId: TelegramUserId;
    name?: string | undefined;
    now: Date;
  }): Promise<TelegramStart>;
  /**
   * The user confirmed. `isMember` was just read from Telegram.
   * @param confirmation.code undefined: the last link that asked this user for the number
   * @param confirmation.phoneNumber the user's own, which proves the phone, also without the channel
   */
  confirmTelegram(confirmation: {
    code: string | undefined;
    telegramUserId: TelegramUserId;
    phoneNumber?: string;
    isMember: boolean;
    now: Date;
  }): Promise<TelegramOutcome>;
  /** A user joined or left the channel, linked to an account or not. @returns whether that withdrew or restored a link */
  membershipChanged(change: { telegramUserId: TelegramUserId; isMember: boolean; now: Date }): Promise<boolean>;
};
