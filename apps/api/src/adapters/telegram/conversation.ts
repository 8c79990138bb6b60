import type { Language } from '@laurel/contracts/languages';
import { type Bot, type Context, GrammyError, InlineKeyboard } from 'grammy';
import { languageOf } from '../../http/language.ts';
import { createMemoryLimit } from '../../http/memory-limit.ts';
import { type Channel, isMemberOf } from './membership.ts';
import type { TelegramHandler, TelegramOutcome, TelegramStart } from './port.ts';
import { BOT_TEXTS, type BotBrand } from './texts.ts';
import { type Trouble, troubleOf } from './trouble.ts';

type Deps = {
  handler: TelegramHandler;
  channel: Channel;
  brand: BotBrand;
  now(): Date;
  /** Hears of an update that failed and won't be tried again. */
  gaveUp(trouble: Trouble): void;
};

const START = /^\/start(?:@\w+)?(?:\s+(\S+))?\s*$/i;
/** Callback data has at most 64 bytes, so a code has at most 62; Telegram's own limit for a start code is 64. */
const CODE = /^[\w-]{1,62}$/;
const CONFIRM = /^c:([\w-]{1,62})$/;

/** What one person may ask of the bot: more is pointless, and others wait meanwhile. */
const PER_PERSON = { limit: 20, windowMs: 60_000 };

/** Nothing to be done about it: the person blocked the bot, the message is gone or says the same, the press is old. */
const quietly = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof GrammyError && (error.error_code === 400 || error.error_code === 403))) throw error;
  }
};

/** Puts a text in the place of the question, so that its buttons go; anew where that message can't be changed. */
const replaceQuestion = async (ctx: Context, text: string, keyboard?: InlineKeyboard): Promise<void> => {
  const rest = keyboard ? { reply_markup: keyboard } : {};
  try {
    await ctx.editMessageText(text, rest);
  } catch (error) {
    if (!(error instanceof GrammyError && error.error_code === 400)) throw error;
    if (!error.description.includes('not modified')) await quietly(ctx.reply(text, rest));
  }
};

/** Makes a bot hold the conversation of the verification. Throws only what passes: a repeated update then succeeds. */
export const converse = (bot: Bot, { handler, channel, brand, now, gaveUp }: Deps): void => {
  const perPerson = createMemoryLimit(PER_PERSON.limit, PER_PERSON.windowMs);
  const languageFor = (ctx: Context, known?: Language): Language => known ?? languageOf(ctx.from?.language_code);
  const textsFor = (ctx: Context, known?: Language) => BOT_TEXTS[languageFor(ctx, known)];

  const guarded = bot.errorBoundary(async ({ error, ctx }) => {
    const trouble = troubleOf(error);
    if (!trouble.permanent) throw error;
    gaveUp(trouble);
    if (ctx.chat?.type === 'private') await ctx.reply(textsFor(ctx).trouble).catch(() => {});
  });

  const answerStart = async (ctx: Context, code: string, start: TelegramStart): Promise<void> => {
    const texts = textsFor(ctx, start.language);
    switch (start.state) {
      case 'ask': {
        const keyboard = new InlineKeyboard().text(texts.confirm, `c:${code}`);
        const question = texts.ask(brand.name[start.language], start.maskedEmail);
        return quietly(ctx.reply(question, { reply_markup: keyboard }));
      }
      case 'expired':
        return quietly(ctx.reply(texts.expired(brand.siteUrl)));
      case 'used':
        return quietly(ctx.reply(texts.used(brand.siteUrl)));
      case 'tag_used':
        return quietly(ctx.reply(texts.tagUsed));
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
    if (perPerson.take(String(ctx.from?.id), now().getTime()) === 0) await next();
  });

  privately.on('message:text', async (ctx) => {
    const code = START.exec(ctx.message.text)?.[1];
    if (code === undefined || !CODE.test(code)) {
      const language = languageFor(ctx);
      return quietly(ctx.reply(BOT_TEXTS[language].help(brand.name[language], brand.siteUrl)));
    }
    const start = await handler.startTelegram({ code, telegramUserId: String(ctx.from.id), now: now() });
    return answerStart(ctx, code, start);
  });

  privately.on('callback_query:data', async (ctx) => {
    const code = CONFIRM.exec(ctx.callbackQuery.data)?.[1];
    if (code === undefined) return quietly(ctx.answerCallbackQuery());
    const isMember = await isMemberOf(ctx.api, channel, ctx.from.id);
    const outcome = await handler.confirmTelegram({ code, telegramUserId: String(ctx.from.id), isMember, now: now() });
    // A message that already says so stays as it is: the answer to the press is then the only sign of life.
    const note = outcome.status === 'RETRY' ? { text: textsFor(ctx, outcome.language).notSubscribedYet } : {};
    await quietly(ctx.answerCallbackQuery(note));
    return answerConfirm(ctx, code, outcome);
  });

  guarded.on('chat_member', async ({ api, chatMember }) => {
    if (!channel.mayBe(chatMember.chat)) return;
    const { id } = chatMember.new_chat_member.user;
    // Updates may come late, twice or in another order; what counts is how things stand now.
    const isMember = await isMemberOf(api, channel, id);
    await handler.membershipChanged({ telegramUserId: String(id), isMember, now: now() });
  });
};
