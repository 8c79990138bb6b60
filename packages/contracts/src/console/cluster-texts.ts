import { type InLanguages, inLanguage, type Language, localeOf } from '../languages.ts';
import { DISPLAY_TIME_ZONE } from '../time-zone.ts';
import type { Against, HonestCrowd, ReasonFound } from './cluster-records.ts';

type Words = InLanguages<string>;

/** What people share, by the trait that `what` names: as in “38 of 41 people …”, «У 38 із 41 людини …». */
const TRAITS: ReadonlyMap<string, Words> = new Map([
  ['run', { en: 'have phone numbers in one row', uk: 'номери телефону йдуть поспіль' }],
  ['inRow', { en: 'have phone numbers that stand in rows', uk: 'номер телефону стоїть у ряду сусідніх' }],
  ['prefix', { en: 'have phone numbers that begin alike', uk: 'номер телефону починається однаково' }],
  ['mailboxShape', { en: 'have mailboxes made by one template', uk: 'адресу пошти складено за одним шаблоном' }],
  [
    'mailboxStem',
    { en: 'have mailboxes that differ by digits and dots only', uk: 'адреси пошти різняться лише цифрами й крапками' },
  ],
  ['mailDomain', { en: 'have mailboxes at one domain', uk: 'пошта на одному домені' }],
  ['nameShape', { en: 'have names made by one template', uk: 'ім’я складено за одним шаблоном' }],
  ['nameStart', { en: 'have names that begin alike', uk: 'імена схожі: той самий початок' }],
  ['nameEnd', { en: 'have names that end alike', uk: 'імена схожі: те саме закінчення' }],
  ['emailStep', { en: 'took equally long to confirm the email', uk: 'пошту підтверджено однаково швидко' }],
  [
    'factorStep',
    { en: 'took equally long to link the authenticator', uk: 'автентифікатор під’єднано однаково швидко' },
  ],
  ['phoneStep', { en: 'took equally long to confirm the phone', uk: 'телефон підтверджено однаково швидко' }],
  ['socialStep', { en: 'took equally long to connect the social account', uk: 'соцмережу під’єднано однаково швидко' }],
  ['network', { en: 'signed up from one network', uk: 'реєстрація з однієї мережі' }],
  ['voteNetwork', { en: 'voted from one network', uk: 'голос надійшов з однієї мережі' }],
  ['agent', { en: 'have the same browser', uk: 'той самий браузер' }],
  ['zone', { en: 'have the same time zone and country of the number', uk: 'ті самі часовий пояс і країна номера' }],
  ['telegramAge', { en: 'have Telegram accounts of the same age', uk: 'акаунт у Telegram того самого віку' }],
  ['followers', { en: 'have as many followers on Instagram', uk: 'стільки само підписників в Instagram' }],
  ['carrier', { en: 'have phone numbers of one kind', uk: 'номер телефону одного виду' }],
  ['registered', { en: 'signed up within the same minutes', uk: 'акаунт створено в ті самі хвилини' }],
  ['voted', { en: 'voted within the same minutes', uk: 'голос віддано в ті самі хвилини' }],
  [
    'silence',
    { en: 'waited equally long between sign-up and vote', uk: 'від реєстрації до голосу минуло однаково часу' },
  ],
  ['together', { en: 'share at least three of these at once', uk: 'збігаються щонайменше три з цих ознак' }],
  ['ballot', { en: 'made the same rare choices', uk: 'той самий рідкісний вибір' }],
]);
/** The trait `ballot` of people with one vote. */
const ONLY_HERE: Words = { en: 'voted here and nowhere else', uk: 'це єдиний голос' };
/** A trait of a later release. */
const OTHER: Words = { en: 'share one more thing', uk: 'є ще одна спільна ознака' };

const HONEST: Readonly<Record<HonestCrowd, Words>> = {
  one_place: {
    en: 'came from one network, as people in one hall, office or school do',
    uk: 'мережа та сама, як буває в людей з однієї зали, офісу чи школи',
  },
  one_post: {
    en: 'voted within the same minutes, as readers of one post do',
    uk: 'голос віддано в ті самі хвилини, як буває в читачів одного допису',
  },
  one_office: {
    en: 'have mailboxes at one company’s domain, as colleagues do',
    uk: 'пошта на домені однієї компанії, як буває в колег',
  },
  nothing_made: {
    en: 'have nothing in common in how their accounts were made',
    uk: 'немає нічого спільного в тому, як створено акаунт',
  },
};

const DURATIONS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds as “40 seconds”, in the largest unit of which there are two or more. */
export const durationText = (language: Language, seconds: number): string => {
  const locale = localeOf(language);
  const [unit, size] = DURATIONS.find(([, each]) => seconds >= 2 * each) ?? ['second', 1];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(seconds / size));
};

const moment = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: DISPLAY_TIME_ZONE,
  }).format(at);

/** The value of a trait as a person reads it: seconds and times in words, anything else as it is. */
const valueText = ({ what, value }: ReasonFound, language: Language): string => {
  if (/Step$|^silence$/.test(what) && /^\d+(\.\d+)?$/.test(value)) return durationText(language, Number(value));
  const at = /^(registered|voted)$/.test(what) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? value : moment(at, localeOf(language));
};

/** A rate with two digits that count, as “0.03%”; without a space before the sign in any language, as on the site. */
const rateText = (rate: number, locale: string): string =>
  `${new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 }).format(rate * 100)}%`;
const LEAST = 0.0001;

/** “38 of 41 people …”, «У 38 із 41 людини …». */
const sharedBy = (language: Language, { count, of }: { count: number; of: number }, words: Words): string => {
  const locale = localeOf(language);
  const written = new Intl.NumberFormat(locale);
  const [some, all] = [written.format(count), written.format(of)];
  const people = new Intl.PluralRules('uk').select(of) === 'one' ? 'людини' : 'людей';
  return `${inLanguage({ en: `${some} of ${all} people`, uk: `У ${some} із ${all} ${people}` }, language)} ${inLanguage(words, language)}`;
};

const wordsOf = ({ signal, what }: Pick<ReasonFound, 'signal' | 'what'>): Words =>
  signal === 'only_here' ? ONLY_HERE : (TRAITS.get(what) ?? OTHER);

/** What is shared, without numbers: “have phone numbers in one row”, «номери телефону йдуть поспіль». */
export const traitText = (language: Language, reason: Pick<ReasonFound, 'signal' | 'what'>): string =>
  inLanguage(wordsOf(reason), language);

/**
 * A reason of a cluster as a sentence: how many of its people share what, and how common that is otherwise. With an empty value it
 * says nothing of anybody's number, address or network, so it can be published.
 */
export const reasonText = (language: Language, reason: ReasonFound): string => {
  const locale = localeOf(language);
  const value = reason.signal === 'only_here' || reason.value === '' ? '' : ` (${valueText(reason, language)})`;
  const rare = reason.base < LEAST;
  const rate = rateText(rare ? LEAST : reason.base, locale);
  const others = inLanguage(
    {
      en: `; among everyone else, ${rare ? 'less than ' : ''}${rate} do.`,
      uk: `; серед решти — ${rare ? 'менш ніж ' : ''}у ${rate}.`,
    },
    language,
  );
  return `${sharedBy(language, reason, wordsOf(reason))}${value}${others}`;
};

/** What speaks for a cluster as a sentence. */
export const againstText = (language: Language, against: Against): string =>
  `${sharedBy(language, against, HONEST[against.signal])}.`;
