import type { InLanguages } from '@laurel/contracts/languages';

/** What a nominee writes about: the own name, the category and the awards, the result in words, and the address of the page. */
type Facts = Readonly<Record<'name' | 'award' | 'brand' | 'label' | 'url', string>>;

const EN = {
  title: (name: string) => `The kit of ${name}`,
  lead: 'Everything to invite your people to vote. Pictures, badges and texts change by themselves when the winners are announced.',
  secret: 'This link is for your team. Nobody needs an account for it.',
  gone: 'This link no longer works',
  goneText: 'The organisers made a new one, or the award is over. Ask them for the link of today.',
  page: 'Your page',
  pageText: 'Share this address: it has your card, and leads to the vote.',
  qr: 'QR code',
  pictures: 'Pictures and badges',
  picturesText: 'Download them in the language of your people. A badge as SVG stays sharp in any size.',
  square: 'Post, 1080 × 1080',
  story: 'Story, 1080 × 1920',
  wide: 'Link, 1200 × 630',
  dark: 'Badge, dark',
  light: 'Badge, light',
  words: 'Texts',
  take: 'One click selects the whole text. Change it as you like.',
  kinds: ['Post', 'Story', 'Email'],
  /** A post, the line of a story and a mail, before the announcement and after it. */
  asking: ({ name, award, brand, url }: Facts) => [
    `We are nominated: ${award}, ${brand}. If you like what we do, vote for ${name}: ${url}`,
    `${award}. Vote for ${name} ↓`,
    `Hello,\n\n${name} is nominated at ${brand}: ${award}. If you like what we do, vote for us. It takes four minutes:\n${url}\n\nThank you`,
  ],
  thanking: ({ name, award, brand, label, url }: Facts) => [
    `${label}: ${award}, ${brand}. Thank you to everybody who voted for ${name}. ${url}`,
    `${award}. ${label}, thanks to you`,
    `Hello,\n\n${name}, ${brand}: ${award}. ${label}. Thank you for your votes.\n${url}`,
  ],
  brought: {
    title: 'What your link brought',
    text: 'Views of your page, and people who then signed up or logged in to vote. Counts are shown in steps of five.',
    nothing: 'Nobody has opened your page yet. Views appear here a few seconds after they happen.',
    columns: ['Day', 'Views', 'Began to vote'],
  },
  correct: {
    title: 'Suggest a correction',
    text: 'Write what your page should say. Nothing changes at once: the organisers decide. What you send last replaces what you sent before.',
    fields: { name: 'Name', desc: 'Description', link: 'Website' },
    send: 'Send to the organisers',
    sent: 'Thank you. The organisers decide about it.',
    limited: 'You can send one correction a minute. Wait a little, then send it again.',
    invalid: 'Change a name (1 to 80 characters), a description (1 to 2,000) or the website (https://…).',
  },
  website: 'For your website',
  button: 'A badge that leads to your page. It is plain HTML, without scripts:',
  embed:
    'A small window with the time that is left and the button to vote. In WordPress, put it into a block “Custom HTML”:',
};

/** The texts of a nominee's kit. */
export const TEXTS: InLanguages<typeof EN> = {
  en: EN,
  uk: {
    title: (name) => `Набір: ${name}`,
    lead: 'Усе, щоб запросити ваших людей голосувати. Картинки, значки й тексти зміняться самі, коли оголосять переможців.',
    secret: 'Це посилання — для вашої команди. Акаунт не потрібен.',
    gone: 'Це посилання більше не діє',
    goneText: 'Організатори створили нове, або премія вже завершилася. Попросіть у них чинне посилання.',
    page: 'Ваша сторінка',
    pageText: 'Діліться цією адресою: на ній ваша картка, і звідти голосують.',
    qr: 'QR-код',
    pictures: 'Картинки та значки',
    picturesText: 'Завантажте їх мовою ваших людей. Значок у форматі SVG чіткий за будь-якого розміру.',
    square: 'Допис, 1080 × 1080',
    story: 'Сторіз, 1080 × 1920',
    wide: 'Посилання, 1200 × 630',
    dark: 'Значок, темний',
    light: 'Значок, світлий',
    words: 'Тексти',
    take: 'Одне натискання виділяє весь текст. Змінюйте його, як забажаєте.',
    kinds: ['Допис', 'Сторіз', 'Лист'],
    asking: ({ name, award, brand, url }) => [
      `Ми серед номінантів: ${award}, ${brand}. Якщо вам подобається те, що ми робимо, голосуйте за нас: ${url}`,
      `${award}. Голосуйте: ${name} ↓`,
      `Вітаємо,\n\n${name} — серед номінантів ${brand}: ${award}. Якщо вам подобається те, що ми робимо, проголосуйте за нас. Це чотири хвилини:\n${url}\n\nДякуємо`,
    ],
    thanking: ({ name, award, brand, label, url }) => [
      `${label}: ${award}, ${brand}. Дякуємо всім, хто голосував за нас. ${url}`,
      `${award}. ${label}: це завдяки вам`,
      `Вітаємо,\n\n${name}, ${brand}: ${award}. ${label}. Дякуємо за ваші голоси.\n${url}`,
    ],
    brought: {
      title: 'Що принесло ваше посилання',
      text: 'Перегляди вашої сторінки й люди, які після того зареєструвалися або увійшли, щоб проголосувати. Кількості показано кроками по п’ять.',
      nothing: 'Вашу сторінку ще ніхто не відкривав. Перегляди з’являються тут за кілька секунд.',
      columns: ['День', 'Перегляди', 'Почали голосувати'],
    },
    correct: {
      title: 'Запропонувати виправлення',
      text: 'Напишіть, що має бути на вашій сторінці. Одразу нічого не зміниться: вирішують організатори. Нове виправлення замінює попереднє.',
      fields: { name: 'Назва', desc: 'Опис', link: 'Сайт' },
      send: 'Надіслати організаторам',
      sent: 'Дякуємо. Рішення за організаторами.',
      limited: 'Надсилати виправлення можна раз на хвилину. Трохи зачекайте й надішліть ще раз.',
      invalid: 'Змініть назву (від 1 до 80 символів), опис (від 1 до 2000) або адресу сайту (https://…).',
    },
    website: 'Для вашого сайту',
    button: 'Значок, що веде на вашу сторінку. Це звичайний HTML без скриптів:',
    embed: 'Віконце з часом, що залишився, і кнопкою для голосування. У WordPress додайте його як блок «Власний HTML»:',
  },
};
