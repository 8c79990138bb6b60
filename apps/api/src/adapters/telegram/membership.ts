import { type Api, GrammyError } from 'grammy';
import type { Chat, ChatMember } from 'grammy/types';

/** The organisers' channel. */
export type Channel = {
  /** The chat_id of the Bot API: @name or a numeric id. */
  chatId: string;
  /** The link to subscribe. */
  url: string;
  /** Whether an update may concern the channel. A false positive costs one request: the membership is read from the channel. */
  mayBe(chat: Chat): boolean;
};

/**
 * The channel named by TELEGRAM_CHANNEL: `@name`, `name`, its link, or the numeric id of a private one.
 * @param pageUrl the link to a private channel, which has no public address; called each time, because an import of the
 *   edition may change it
 */
export const channelOf = (named: string, pageUrl: () => string): Channel => {
  const bare = named
    .trim()
    .replace(/^(https?:\/\/)?(t|telegram)\.me\//i, '')
    .replace(/^@/, '');
  if (/^-?\d+$/.test(bare)) {
    return {
      chatId: bare,
      get url() {
        return pageUrl();
      },
      mayBe: (chat) => String(chat.id) === bare,
    };
  }
  const name = bare.toLowerCase();
  return {
    chatId: `@${bare}`,
    url: `https://t.me/${bare}`,
    mayBe: (chat) => !('username' in chat) || chat.username?.toLowerCase() === name,
  };
};

/** Whether a status counts as subscribed. A restricted member may have left. */
const counts = (member: ChatMember): boolean => {
  switch (member.status) {
    case 'creator':
    case 'administrator':
    case 'member':
      return true;
    case 'restricted':
      return member.is_member;
    default:
      return false;
  }
};

/** Whether an error of the Bot API means that the user was never in the channel. */
export const isUnknownMember = (code: number, description: string): boolean =>
  code === 400 && /user not found|member not found|participant_id_invalid|user_id_invalid/i.test(description);

/** Whether a user is currently subscribed. */
export const isMemberOf = async (api: Api, channel: Channel, userId: number): Promise<boolean> => {
  try {
    return counts(await api.getChatMember(channel.chatId, userId));
  } catch (error) {
    if (error instanceof GrammyError && isUnknownMember(error.error_code, error.description)) return false;
    throw error;
  }
};
