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
  askNumber(brand: string, maskedEmail: string): string;
  share: string;
  thanks: string;
  numberRefused(siteUrl: string): string;
  notOwnNumber: string;
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
  askNumber: (...names) => bindShortWords(texts.askNumber(...names)),
  share: bindShortWords(texts.share),
  thanks: bindShortWords(texts.thanks),
  numberRefused: (siteUrl) => bindShortWords(texts.numberRefused(siteUrl)),
  notOwnNumber: bindShortWords(texts.notOwnNumber),
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
      `Your Telegram is connected. Go back to ${siteUrl} to vote: if something is still missing, the site asks for it first.\n\nPlease stay subscribed to the channel until voting ends: if you leave it, your Telegram is disconnected.`,
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
    askNumber: (brand, maskedEmail) =>
      `The ${brand} account ${maskedEmail} wants to confirm your phone number and connect your Telegram.\n\nIf this is your account, press “Share my number” below. If it is not, close this chat: nothing will be confirmed.`,
    share: 'Share my number',
    thanks: 'Thank you, we have your number.',
    numberRefused: (siteUrl) =>
      `This number does not count: another voter confirmed it, or numbers like it are not accepted in this vote. Confirm another number of yours with a code on ${siteUrl}, or write to the organisers if you think this is a mistake.`,
    notOwnNumber:
      'This is not your own number as Telegram knows it. Press “Share my number” below: a contact that was typed or forwarded confirms nothing.',
    failure: 'Something went wrong on our side. Please try again in a minute.',
  },
  uk: bound({
    help: (brand, siteUrl) =>
      `Цей бот підтверджує акаунти Telegram для голосування «${brand}».\n\nЩоб почати, відкрийте ${siteUrl}, натисніть «Отримати посилання» і перейдіть за ним.`,
    ask: (brand, maskedEmail) =>
      `До акаунта ${maskedEmail} на сайті «${brand}» хочуть під’єднати ваш Telegram.\n\nЯкщо це ваш акаунт, натисніть кнопку нижче. Якщо ні, просто закрийте цей чат: нічого не під’єднається.`,
    confirm: 'Так, це мій акаунт',
    verified: (siteUrl) =>
      `Ваш Telegram під’єднано. Поверніться на ${siteUrl}, щоб голосувати: якщо чогось іще бракує, сайт спершу про це запитає.\n\nНе відписуйтеся від каналу до кінця голосування: якщо вийти з каналу, Telegram буде від’єднано.`,
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
    askNumber: (brand, maskedEmail) =>
      `Для акаунта ${maskedEmail} на сайті «${brand}» хочуть підтвердити ваш номер телефону й під’єднати ваш Telegram.\n\nЯкщо це ваш акаунт, натисніть «Поділитися номером» унизу. Якщо ні, просто закрийте цей чат: нічого не підтвердиться.`,
    share: 'Поділитися номером',
    thanks: 'Дякуємо, номер отримано.',
    numberRefused: (siteUrl) =>
      `Цей номер не зараховано: ним уже підтверджено іншого учасника або такі номери в цьому голосуванні не приймаються. Підтвердьте інший власний номер кодом на ${siteUrl} або напишіть організаторам, якщо вважаєте, що це помилка.`,
    notOwnNumber:
      'Це не ваш власний номер, яким його знає Telegram. Натисніть «Поділитися номером» унизу: введений чи пересланий контакт нічого не підтверджує.',
    failure: 'Сталася помилка на нашому боці. Спробуйте ще раз через хвилину.',
  }),
};
