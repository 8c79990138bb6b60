import { type Api, GrammyError } from 'grammy';
import type { Chat, ChatMember } from 'grammy/types';

/** The organisers' channel. */
export type Channel = {
  /** What the Bot API takes: @name or a numeric id. */
  chatId: string;
  /** Where people subscribe. */
  url: string;
  /** Whether an update may be about it. One that is not costs a needless look, no more: the channel itself is asked. */
  mayBe(chat: Chat): boolean;
};

/**
 * The channel named by TELEGRAM_CHANNEL: `@name`, `name`, its link, or the numeric id of a private one.
 * @param pageUrl where people subscribe to a private channel, which has no address of its own; asked each time, because
 *   an import of the edition changes it
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

/** Whether a status counts as subscribed; a restricted member may have left. */
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

/** How the Bot API says that it never saw this user in the channel: a refusal that is an answer. */
export const isStranger = (code: number, description: string): boolean =>
  code === 400 && /user not found|member not found|participant_id_invalid|user_id_invalid/i.test(description);

/** Whether a user is subscribed right now. */
export const isMemberOf = async (api: Api, channel: Channel, userId: number): Promise<boolean> => {
  try {
    return counts(await api.getChatMember(channel.chatId, userId));
  } catch (error) {
    if (error instanceof GrammyError && isStranger(error.error_code, error.description)) return false;
    throw error;
  }
};
