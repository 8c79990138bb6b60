import { z } from 'zod';
import { type PeerAnswer, type Place, startPeer } from '../http-peer.ts';
import { createUpdateQueue } from './updates.ts';

export type TelegramUser = { id: number; language?: string };
export type Button = { text: string; data?: string; url?: string };
export type Message = { id: number; text: string; buttons: Button[] };
/** A user's status in the channel. A restricted user has `is_member`. */
export type MemberStatus =
  | 'creator'
  | 'administrator'
  | 'member'
  | 'restricted, a member'
  | 'restricted, not a member'
  | 'left'
  | 'kicked';

const button = z.object({ text: z.string(), callback_data: z.string().optional(), url: z.url().optional() });
const shareButton = z.object({ text: z.string(), request_contact: z.literal(true) });
const keyboard = z
  .union([
    z.object({ inline_keyboard: z.array(z.array(button)) }),
    z.object({ keyboard: z.tuple([z.tuple([shareButton])]) }),
    z.object({ remove_keyboard: z.literal(true) }),
  ])
  .optional();
const text = z.string().min(1).max(4096);

export const BOT_TOKEN = '4242:a-token-for-tests';
export const BOT = { id: 4242, is_bot: true, first_name: 'Laurel', username: 'laurel_test_bot' };
export const CHANNEL = { id: -1_001_234, type: 'channel', title: 'Awards', username: 'laurel_awards' };

const done = (result: unknown): PeerAnswer => ({ status: 200, body: { ok: true, result } });

/** An error response of the Bot API. */
export const refusal = (code: number, description: string, parameters?: { retry_after: number }): PeerAnswer => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) },
});

type Method = (payload: unknown, gone: AbortSignal) => PeerAnswer | Promise<PeerAnswer>;

const method =
  <Schema extends z.ZodType>(
    schema: Schema,
    work: (ask: z.output<Schema>, gone: AbortSignal) => PeerAnswer | Promise<PeerAnswer>,
  ): Method =>
  (payload, gone) => {
    const ask = schema.safeParse(payload);
    return ask.success ? work(ask.data, gone) : refusal(400, `Bad Request: ${ask.error.issues[0]?.path.join('.')}`);
  };

const buttonsOf = (markup: z.output<typeof keyboard>): Button[] =>
  (markup && 'inline_keyboard' in markup ? markup.inline_keyboard : [])
    .flat()
    .map(({ text: label, callback_data: data, url }) => ({
      text: label,
      ...(data === undefined ? {} : { data }),
      ...(url === undefined ? {} : { url }),
    }));
const isTooLong = ({ data }: Button): boolean => data !== undefined && (data === '' || Buffer.byteLength(data) > 64);
const wrongButton = refusal(400, 'Bad Request: BUTTON_DATA_INVALID');

/** A Bot API server (https://core.telegram.org/bots/api) with one bot, one channel, and users that a test controls. */
export const startBotApi = async (place: Place = {}) => {
  const closing = new AbortController();
  const queue = createUpdateQueue(closing.signal);
  const statuses = new Map<number, MemberStatus>([[BOT.id, 'administrator']]);
  const chats = new Map<number, Message[]>();
  const blockedBy = new Set<number>();
  const shareButtons = new Map<number, string>();
  const openPresses = new Set<string>();
  const notes: string[] = [];
  const calls: string[] = [];
  let next = 1;

  const chatOf = (userId: number): Message[] => {
    const known = chats.get(userId) ?? [];
    chats.set(userId, known);
    return known;
  };
  const userOf = ({ id, language }: TelegramUser) => ({
    id,
    is_bot: id === BOT.id,
    first_name: 'Ada',
    ...(language === undefined ? {} : { language_code: language }),
  });
  const memberOf = (id: number, member: MemberStatus) => {
    const [status, restriction] = member.split(', ');
    return { status, user: userOf({ id }), ...(restriction ? { is_member: restriction === 'a member' } : {}) };
  };
  const isChannel = (id: string | number): boolean => id === `@${CHANNEL.username}` || Number(id) === CHANNEL.id;

  const methods: Record<string, Method> = {
    getMe: () => done(BOT),
    getUpdates: method(
      z.object({
        offset: z.int().optional(),
        limit: z.int().default(100),
        timeout: z.number().default(0),
        allowed_updates: z.array(z.string()).optional(),
      }),
      async (ask, gone) => {
        const end = await queue.poll(ask, gone);
        return 'updates' in end ? done(end.updates) : refusal(409, `Conflict: ${end.conflict}`);
      },
    ),
    setWebhook: method(
      z.object({ url: z.url(), secret_token: z.string(), allowed_updates: z.array(z.string()) }),
      ({ url, secret_token: secret, allowed_updates: kinds }) => {
        queue.setWebhook({ url, secret }, kinds);
        return done(true);
      },
    ),
    deleteWebhook: () => {
      queue.setWebhook(undefined, []);
      return done(true);
    },
    sendMessage: method(z.object({ chat_id: z.int(), text, reply_markup: keyboard }), (ask) => {
      if (blockedBy.has(ask.chat_id)) return refusal(403, 'Forbidden: bot was blocked by the user');
      const message = { id: next++, text: ask.text, buttons: buttonsOf(ask.reply_markup) };
      if (message.buttons.some(isTooLong)) return wrongButton;
      chatOf(ask.chat_id).push(message);
      const { reply_markup: markup = { remove_keyboard: undefined } } = ask;
      if ('keyboard' in markup) shareButtons.set(ask.chat_id, markup.keyboard[0][0].text);
      if ('remove_keyboard' in markup && markup.remove_keyboard) shareButtons.delete(ask.chat_id);
      return done({ message_id: message.id, date: 0, chat: { id: ask.chat_id, type: 'private' }, text: ask.text });
    }),
    editMessageText: method(
      z.object({ chat_id: z.int(), message_id: z.int(), text, reply_markup: keyboard }),
      (ask) => {
        const message = chatOf(ask.chat_id).find(({ id }) => id === ask.message_id);
        if (!message) return refusal(400, 'Bad Request: message to edit not found');
        const changed = { text: ask.text, buttons: buttonsOf(ask.reply_markup) };
        if (changed.buttons.some(isTooLong)) return wrongButton;
        if (JSON.stringify({ ...message, ...changed }) === JSON.stringify(message)) {
          return refusal(400, 'Bad Request: message is not modified');
        }
        Object.assign(message, changed);
        return done(true);
      },
    ),
    answerCallbackQuery: method(
      z.object({ callback_query_id: z.string(), text: z.string().max(200).optional() }),
      (ask) => {
        if (!openPresses.delete(ask.callback_query_id)) return refusal(400, 'Bad Request: query is too old');
        if (ask.text !== undefined) notes.push(ask.text);
        return done(true);
      },
    ),
    getChatMember: method(
      z.object({ chat_id: z.union([z.string(), z.int()]), user_id: z.coerce.number().int() }),
      (ask) =>
        isChannel(ask.chat_id)
          ? done(memberOf(ask.user_id, statuses.get(ask.user_id) ?? 'left'))
          : refusal(400, 'Bad Request: chat not found'),
    ),
  };

  const peer = await startPeer(
    ({ path }) => path.split('/')[2] ?? '',
    ({ path, query, body, gone }) => {
      const [, bot, name = ''] = path.split('/');
      if (bot !== `bot${BOT_TOKEN}`) return refusal(401, 'Unauthorized');
      calls.push(name);
      const work = methods[name];
      return work
        ? work(body.length === 0 ? Object.fromEntries(query) : JSON.parse(body.toString()), gone)
        : refusal(404, 'Not Found');
    },
    place,
  );

  const press = (user: TelegramUser, message: Message, data: string): void => {
    const id = `press-${next++}`;
    openPresses.add(id);
    const place = { message_id: message.id, date: 0, chat: { id: user.id, type: 'private' }, text: message.text };
    queue.push({ callback_query: { id, from: userOf(user), chat_instance: '1', data, message: place } });
  };

  return {
    ...peer,
    queue,
    chatOf,
    /** The names of the called methods, in order. */
    calls,
    /** The notes shown when a button is pressed. */
    notes,
    blockedBy,
    openPresses,
    /** The label of the button that shares the number, in the chats where it is shown. */
    shareButtons,
    /** A user sends a contact, by the button or otherwise: then the message says more, such as who wrote it first. */
    share: (user: TelegramUser, contact: { phone_number: string; user_id?: number }, more: object = {}): void => {
      const message = { message_id: next++, date: 0, from: userOf(user), chat: { id: user.id, type: 'private' } };
      queue.push({ message: { ...message, contact: { first_name: 'Ada', ...contact }, ...more } });
    },
    /** A user writes to the bot, in private by default. */
    say: (user: TelegramUser, text: string, chatType = 'private'): void =>
      queue.push({
        message: { message_id: next++, date: 0, from: userOf(user), chat: { id: user.id, type: chatType }, text },
      }),
    press,
    /** A user's status in the channel changes; the bot gets the update if it requested that kind. */
    setMember: (user: TelegramUser, status: MemberStatus): void => {
      const before = statuses.get(user.id) ?? 'left';
      statuses.set(user.id, status);
      const change = { old_chat_member: memberOf(user.id, before), new_chat_member: memberOf(user.id, status) };
      queue.push({ chat_member: { chat: CHANNEL, from: userOf(user), date: 0, ...change } });
    },
    statuses,
    close: async () => {
      closing.abort();
      await peer.close();
    },
  };
};

export type BotApi = Awaited<ReturnType<typeof startBotApi>>;
