import type { InLanguages, Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';

/** The names in the bot's texts. */
export type BotBrand = {
  /** The edition's name. */
  name: Readonly<Record<Language, string>>;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
};

type Texts = {
  help(brand: string, siteUrl: string): string;
  ask(brand: string, maskedEmail: string): string;
  confirm: string;
  verified(siteUrl: string): string;
  notSubscribed: string;
  notSubscribedYet: string;
  subscribe: string;
  checkAgain: string;
  expired(siteUrl: string): string;
  used(siteUrl: string): string;
  tagUsed: string;
  failure: string;
};

/** The texts with spaces that do not break after short words. */
const bound = (texts: Texts): Texts => ({
  help: (...names) => bindShortWords(texts.help(...names)),
  ask: (...names) => bindShortWords(texts.ask(...names)),
  confirm: bindShortWords(texts.confirm),
  verified: (siteUrl) => bindShortWords(texts.verified(siteUrl)),
  notSubscribed: bindShortWords(texts.notSubscribed),
  notSubscribedYet: bindShortWords(texts.notSubscribedYet),
  subscribe: bindShortWords(texts.subscribe),
  checkAgain: bindShortWords(texts.checkAgain),
  expired: (siteUrl) => bindShortWords(texts.expired(siteUrl)),
  used: (siteUrl) => bindShortWords(texts.used(siteUrl)),
  tagUsed: bindShortWords(texts.tagUsed),
  failure: bindShortWords(texts.failure),
});

/** The bot's texts. They are sent as plain text, so that no part can become markup. */
export const BOT_TEXTS: InLanguages<Texts> = {
  en: {
    help: (brand, siteUrl) =>
      `This bot confirms Telegram accounts for voting in ${brand}.\n\nTo start, open ${siteUrl}, press “Get link” and open the link.`,
    ask: (brand, maskedEmail) =>
      `The ${brand} account ${maskedEmail} wants to connect your Telegram.\n\nIf this is your account, press the button below. If it is not, close this chat: nothing will be connected.`,
    confirm: 'Yes, this is my account',
    verified: (siteUrl) =>
      `Your Telegram is connected. Go back to ${siteUrl} to vote: if your phone number is not confirmed yet, the site asks for it first.\n\nPlease stay subscribed to the channel until voting ends: if you leave it, your Telegram is disconnected.`,
    notSubscribed:
      'You are not subscribed to the organisers’ channel yet. Subscribe with the button below, come back and press “Check again”.',
    notSubscribedYet: 'You are not subscribed to the channel yet. Subscribe, then check again.',
    subscribe: 'Subscribe to the channel',
    checkAgain: 'Check again',
    expired: (siteUrl) =>
      `This link has expired: links work for 30 minutes, and only the latest one works. Get a new link on ${siteUrl}.`,
    used: (siteUrl) =>
      `This link has already been used. If the site still shows Telegram as not verified, get a new link on ${siteUrl}.`,
    tagUsed:
      'This Telegram account has already verified another voter. One Telegram account can verify one person: use your own, or write to the organisers if you think this is a mistake.',
    failure: 'Something went wrong on our side. Please try again in a minute.',
  },
  uk: bound({
    help: (brand, siteUrl) =>
      `Цей бот підтверджує акаунти Telegram для голосування «${brand}».\n\nЩоб почати, відкрийте ${siteUrl}, натисніть «Отримати посилання» і перейдіть за ним.`,
    ask: (brand, maskedEmail) =>
      `До акаунта ${maskedEmail} на сайті «${brand}» хочуть під’єднати ваш Telegram.\n\nЯкщо це ваш акаунт, натисніть кнопку нижче. Якщо ні, просто закрийте цей чат: нічого не під’єднається.`,
    confirm: 'Так, це мій акаунт',
    verified: (siteUrl) =>
      `Ваш Telegram під’єднано. Поверніться на ${siteUrl}, щоб голосувати: якщо номер телефону ще не підтверджено, сайт спершу попросить це зробити.\n\nНе відписуйтеся від каналу до кінця голосування: якщо вийти з каналу, Telegram буде від’єднано.`,
    notSubscribed:
      'Ви ще не підписалися на канал організаторів. Натисніть кнопку нижче, підпишіться, а потім поверніться сюди й натисніть «Перевірити ще раз».',
    notSubscribedYet: 'Ви ще не підписалися на канал. Підпишіться й перевірте ще раз.',
    subscribe: 'Підписатися на канал',
    checkAgain: 'Перевірити ще раз',
    expired: (siteUrl) =>
      `Посилання застаріло: воно діє 30 хвилин, і працює лише останнє. Отримайте нове на ${siteUrl}.`,
    used: (siteUrl) =>
      `Цим посиланням уже скористалися. Якщо на сайті Telegram досі не підтверджено, отримайте нове посилання на ${siteUrl}.`,
    tagUsed:
      'Цим акаунтом Telegram уже підтверджено іншого учасника голосування. Один акаунт Telegram підтверджує лише одну людину: скористайтеся власним або напишіть організаторам, якщо вважаєте, що це помилка.',
    failure: 'Сталася помилка на нашому боці. Спробуйте ще раз через хвилину.',
  }),
};
