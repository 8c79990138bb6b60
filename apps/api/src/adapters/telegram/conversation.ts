import { inLanguage, type Language } from '@laurel/contracts/languages';
import { type Bot, type Context, GrammyError, InlineKeyboard, Keyboard } from 'grammy';
import type { Message } from 'grammy/types';
import { languageOf } from '../../http/language.ts';
import { createMemoryLimit } from '../../http/memory-limit.ts';
import { type BotFailure, failureOf } from './failure.ts';
import { type Channel, isMemberOf } from './membership.ts';
import type { TelegramHandler, TelegramOutcome, TelegramStart } from './port.ts';
import { BOT_TEXTS, type BotBrand } from './texts.ts';

type Deps = {
  handler: TelegramHandler;
  channel: Channel;
  brand: BotBrand;
  now(): Date;
  /** Called for each update that failed permanently. */
  onGivenUp(failure: BotFailure): void;
};

const START = /^\/start(?:@\w+)?(?:\s+(\S+))?\s*$/i;
/** Callback data has at most 64 bytes, so a code has at most 62. Telegram's limit for a start code is 64. */
const CODE = /^[\w-]{1,62}$/;
/** Without a code, it is for the link that asked for the number. */
const CONFIRM = /^c:([\w-]{0,62})$/;

/** The limit of messages from one user, who would otherwise delay the others. */
const PER_USER = { limit: 20, windowMs: 60_000 };

/**
 * The most times that one update reads a membership that keeps changing. Telegram also sends an update for each change.
 */
const MAX_READS = 3;

/**
 * The number of a contact, if Telegram says that it is its sender's own. A forwarded one may be of an earlier time, and a bot can
 * write one in a person's name.
 */
const ownNumber = ({ from, contact, forward_origin, via_bot }: Message): string | undefined =>
  contact && contact.user_id === from?.id && !forward_origin && !via_bot ? contact.phone_number : undefined;

/** Ignores errors without a remedy: the user blocked the bot, the message is gone or unchanged, the press is too old. */
const ignoreRejection = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403))) throw error;
  }
};

/** Replaces the question and its buttons by a text, or sends a new message if the question cannot be edited. */
const replaceQuestion = async (ctx: Context, text: string, keyboard?: InlineKeyboard): Promise<void> => {
  const rest = keyboard ? { reply_markup: keyboard } : {};
  if (!ctx.callbackQuery) return ignoreRejection(ctx.reply(text, rest));
  try {
    await ctx.editMessageText(text, rest);
  } catch (error) {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
    if (!error.description.includes('not modified')) await ignoreRejection(ctx.reply(text, rest));
  }
};

/**
 * Adds the conversation of the verification to a bot. Its handlers throw only temporary errors: the update can be
 * retried.
 */
export const converse = (bot: Bot, { handler, channel, brand, now, onGivenUp }: Deps): void => {
  const perUser = createMemoryLimit(PER_USER.limit, PER_USER.windowMs);
  const languageFor = (ctx: Context, known?: Language): Language => known ?? languageOf(ctx.from?.language_code);
  const textsFor = (ctx: Context, known?: Language) => inLanguage(BOT_TEXTS, languageFor(ctx, known));

  const guarded = bot.errorBoundary(async ({ error, ctx }) => {
    const failure = failureOf(error);
    if (!failure.permanent) throw error;
    onGivenUp(failure);
    if (ctx.chat?.type === 'private') await ctx.reply(textsFor(ctx).failure).catch(() => {});
  });

  const answerStart = async (ctx: Context, code: string, start: TelegramStart): Promise<void> => {
    const texts = textsFor(ctx, start.language);
    switch (start.state) {
      case 'ask': {
        if (start.contact) {
          const share = new Keyboard().requestContact(texts.share).resized().oneTime();
          const question = texts.askNumber(brand.name[start.language], start.maskedEmail);
          return ignoreRejection(ctx.reply(question, { reply_markup: share }));
        }
        const keyboard = new InlineKeyboard().text(texts.confirm, `c:${code}`);
        const question = texts.ask(brand.name[start.language], start.maskedEmail);
        return ignoreRejection(ctx.reply(question, { reply_markup: keyboard }));
      }
      case 'expired':
        return ignoreRejection(ctx.reply(texts.expired(brand.siteUrl)));
      case 'used':
        return ignoreRejection(ctx.reply(texts.used(brand.siteUrl)));
      case 'tag_used':
        return ignoreRejection(ctx.reply(texts.tagUsed));
    }
  };

  const answerConfirm = async (ctx: Context, code: string, { status, language }: TelegramOutcome): Promise<void> => {
    const texts = textsFor(ctx, language);
    switch (status) {
      case 'VERIFIED':
        return replaceQuestion(ctx, texts.verified(brand.siteUrl));
      case 'TAG_USED':
        return replaceQuestion(ctx, texts.tagUsed);
      case 'EXPIRED':
        return replaceQuestion(ctx, texts.expired(brand.siteUrl));
      case 'NUMBER_REFUSED':
        return replaceQuestion(ctx, texts.numberRefused(brand.siteUrl));
      case 'RETRY': {
        const keyboard = new InlineKeyboard()
          .url(texts.subscribe, channel.url)
          .row()
          .text(texts.checkAgain, `c:${code}`);
        return replaceQuestion(ctx, texts.notSubscribed, keyboard);
      }
    }
  };

  const privately = guarded.chatType('private').filter((ctx) => ctx.from?.is_bot === false);

  privately.use(async (ctx, next) => {
    const user = String(ctx.from?.id);
    const at = now().getTime();
    if (perUser.take(user, at) > 0) return;
    try {
      await next();
    } catch (error) {
      // Otherwise the tries of one message during an outage would use up the limit, and the message would be dropped.
      if (!failureOf(error).permanent) perUser.refund(user, at);
      throw error;
    }
  });

  privately.on('message:text', async (ctx) => {
    const code = START.exec(ctx.message.text)?.[1];
    if (code === undefined || !CODE.test(code)) {
      const language = languageFor(ctx);
      return ignoreRejection(ctx.reply(inLanguage(BOT_TEXTS, language).help(brand.name[language], brand.siteUrl)));
    }
    const { id, username: name } = ctx.from;
    const start = await handler.startTelegram({ code, telegramUserId: String(id), name, now: now() });
    return answerStart(ctx, code, start);
  });

  privately.on('message:contact', async (ctx) => {
    const phoneNumber = ownNumber(ctx.message);
    if (phoneNumber === undefined) return ignoreRejection(ctx.reply(textsFor(ctx).notOwnNumber));
    const isMember = await isMemberOf(ctx.api, channel, ctx.from.id);
    const contact = { code: undefined, telegramUserId: String(ctx.from.id), phoneNumber, isMember, now: now() };
    const outcome = await handler.confirmTelegram(contact);
    const thanks = textsFor(ctx, outcome.language).thanks;
    await ignoreRejection(ctx.reply(thanks, { reply_markup: { remove_keyboard: true } }));
    return answerConfirm(ctx, '', outcome);
  });

  privately.on('callback_query:data', async (ctx) => {
    const code = CONFIRM.exec(ctx.callbackQuery.data)?.[1];
    if (code === undefined) return ignoreRejection(ctx.answerCallbackQuery());
    const isMember = await isMemberOf(ctx.api, channel, ctx.from.id);
    const press = { code: code || undefined, telegramUserId: String(ctx.from.id), isMember, now: now() };
    const outcome = await handler.confirmTelegram(press);
    // A message with the same text is not edited: the answer to the press is then the only feedback.
    const note = outcome.status === 'RETRY' ? { text: textsFor(ctx, outcome.language).notSubscribedYet } : {};
    await ignoreRejection(ctx.answerCallbackQuery(note));
    return answerConfirm(ctx, code, outcome);
  });

  guarded.on('chat_member', async ({ api, chatMember }) => {
    if (!channel.mayBe(chatMember.chat)) return;
    const { id } = chatMember.new_chat_member.user;
    // Updates may be late, duplicated or out of order, so the current membership is read instead. After a change it is
    // read again: another process may have read a newer membership before this change, when it had nothing to do.
    for (let isMember = await isMemberOf(api, channel, id), reads = 1; ; reads += 1) {
      const changed = await handler.membershipChanged({ telegramUserId: String(id), isMember, now: now() });
      if (!changed || reads === MAX_READS) return;
      const current = await isMemberOf(api, channel, id);
      if (current === isMember) return;
      isMember = current;
    }
  });
};
