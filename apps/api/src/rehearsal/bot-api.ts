import { once } from 'node:events';
import { z } from 'zod';

/** The bot and the channel of the copy. */
export const BOT = { token: '1000001:rehearsal', username: 'rehearsal_bot', channel: '@rehearsal' } as const;

const BOT_ID = 1_000_001;
/** How long a poll without updates is held; Laurel gives up after 40 s. */
const HOLD_MS = 25_000;
const MAX_UPDATES = 100;

type Update = { update_id: number; [kind: string]: unknown };

const pollSchema = z.object({ offset: z.coerce.number().optional() });
const memberSchema = z.object({ user_id: z.coerce.number() });
const messageSchema = z.object({
  chat_id: z.number(),
  reply_markup: z
    .object({ inline_keyboard: z.array(z.array(z.object({ callback_data: z.string().optional() }))) })
    .optional(),
});

const userOf = (id: number) => ({ id, is_bot: id === BOT_ID, first_name: 'Voter', language_code: 'en' });
const messageIn = (userId: number, id: number, text: string) => ({
  message_id: id,
  date: 0,
  from: userOf(userId),
  chat: { id: userId, type: 'private' },
  text,
});

/**
 * The part of Telegram's Bot API (https://core.telegram.org/bots/api) that Laurel uses, with users who are members of the
 * channel and press the bot's button.
 */
export const createBotApi = () => {
  let updates: Update[] = [];
  let next = 1;
  let arrived = new AbortController();
  /** The data of the button of the last question to each user. */
  const buttons = new Map<number, string>();

  const push = (content: Record<string, unknown>): void => {
    updates.push({ update_id: next++, ...content });
    arrived.abort();
  };

  const poll = async (payload: unknown, gone: AbortSignal): Promise<Update[]> => {
    const { offset = 0 } = pollSchema.parse(payload);
    updates = updates.filter(({ update_id }) => update_id >= offset);
    if (updates.length === 0) {
      arrived = new AbortController();
      const over = AbortSignal.any([arrived.signal, gone, AbortSignal.timeout(HOLD_MS)]);
      if (!over.aborted) await once(over, 'abort');
    }
    return updates.slice(0, MAX_UPDATES);
  };

  return {
    /** The result of a method. @param gone aborts when the caller hangs up. @throws ZodError */
    call: async (method: string, payload: unknown, gone: AbortSignal): Promise<unknown> => {
      switch (method) {
        case 'getMe':
          return { ...userOf(BOT_ID), username: BOT.username };
        case 'getUpdates':
          return poll(payload, gone);
        case 'getChatMember': {
          const { user_id: id } = memberSchema.parse(payload);
          return { status: id === BOT_ID ? 'administrator' : 'member', user: userOf(id) };
        }
        case 'sendMessage': {
          const { chat_id: userId, reply_markup: keyboard } = messageSchema.parse(payload);
          const data = keyboard?.inline_keyboard.flat().find(({ callback_data: each }) => each)?.callback_data;
          if (data !== undefined) buttons.set(userId, data);
          return messageIn(userId, next++, 'sent');
        }
        default:
          return true;
      }
    },
    /** A user opens the bot's link. */
    start: (userId: number, code: string): void => push({ message: messageIn(userId, next++, `/start ${code}`) }),
    /** Presses the button of the bot's question. @returns false if the bot has not asked yet */
    confirm: (userId: number): boolean => {
      const data = buttons.get(userId);
      if (data === undefined) return false;
      buttons.delete(userId);
      const id = String(next++);
      const query = { id, from: userOf(userId), chat_instance: '1', data, message: messageIn(userId, next++, 'sent') };
      push({ callback_query: query });
      return true;
    },
  };
};
