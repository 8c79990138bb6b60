import type { Language } from '@laurel/contracts/languages';

/** A Telegram user: the numeric id, in decimal. */
type TelegramUserId = string;

/** Who asks for a code's verification; or why it can't go on. `language` is the account's, where it is known. */
export type TelegramStart =
  | { state: 'ask'; maskedEmail: string; language: Language }
  | { state: 'expired' | 'used' | 'tag_used'; language?: Language | undefined };

/** What became of a confirmation. */
export type TelegramOutcome = {
  status: 'VERIFIED' | 'RETRY' | 'TAG_USED' | 'EXPIRED';
  language?: Language | undefined;
};

/**
 * What the bot needs of the feature that stores verifications. Telegram may deliver an update twice, so every call may be
 * repeated with the same arguments and must then answer the same.
 */
export type TelegramHandler = {
  /** A person opened the link: binds the code to this Telegram user and says which account asks. */
  startTelegram(ask: { code: string; telegramUserId: TelegramUserId; now: Date }): Promise<TelegramStart>;
  /** The person confirmed; `isMember` is what Telegram said of the channel a moment ago. */
  confirmTelegram(ask: {
    code: string;
    telegramUserId: TelegramUserId;
    isMember: boolean;
    now: Date;
  }): Promise<TelegramOutcome>;
  /** Somebody joined or left the channel, linked to an account or not. */
  membershipChanged(change: { telegramUserId: TelegramUserId; isMember: boolean; now: Date }): Promise<void>;
};
