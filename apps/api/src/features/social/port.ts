import type { InstagramHandler } from '../../adapters/instagram/port.ts';
import type { TelegramHandler } from '../../adapters/telegram/port.ts';
import type { Client } from '../../http/client.ts';
import type { SessionUserId } from '../../http/gate.ts';
import type { LogLine } from './store.ts';

type Requester = { userId: SessionUserId; client: Client };

/** Social verification; the handlers are called by the adapters. */
export type Social = TelegramHandler &
  InstagramHandler & {
    /**
     * Submits an Instagram name, which replaces a pending one of the same account.
     * @throws AppError social.attempts, social.tag_used, request.not_found without Instagram
     */
    submitInstagram(user: Requester & { tag: string }, now: Date): Promise<{ identifier: string; proofCode?: string }>;
    /**
     * A single-use link to the bot, which replaces an older one. Its code is also the event id.
     * @param user.provesPhone whether the bot asks for the number, too
     * @throws AppError social.attempts, request.not_found without a bot, server.unavailable while its name is unknown
     */
    telegramLink(
      user: Requester & { provesPhone?: true },
      now: Date,
    ): Promise<{ code: string; link: string; expiresAt: string }>;
    /** The log of the account's own verification, with the code to send while it is pending; empty for any other id. */
    logs(userId: SessionUserId, eventId: string, now: Date): Promise<{ lines: LogLine[]; proofCode?: string }>;

    /**
     * Closes requests that were not decided in time. Their Instagram names become free. A user gets a mail, unless
     * Telegram has verified the account meanwhile: then there is no need to submit a name again.
     * @returns the number of closed requests
     */
    expirePending(now: Date): Promise<number>;
  };
