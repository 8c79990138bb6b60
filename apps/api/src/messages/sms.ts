import { type InLanguages, inLanguage, type Language } from '@laurel/contracts/languages';
import type { SmsMessage } from '../jobs/port.ts';
import type { Brand } from './brand.ts';

/** One segment: 160 characters of the GSM alphabet, or 70 of UCS-2 (3GPP TS 23.040 §9.2.3.24). */
const GSM_SEGMENT = 160;
const UCS2_SEGMENT = 70;

/** The GSM 7-bit alphabet (3GPP TS 23.038 §6.2.1). Characters of the extension table take two places. */
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENDED = new Set('^{}\\[~]|€');

/** Whether a text fits into one segment. */
export const fitsOneSegment = (text: string): boolean => {
  let septets = 0;
  for (const character of text) {
    if (GSM_EXTENDED.has(character)) septets += 2;
    else if (GSM_BASIC.has(character)) septets += 1;
    else return text.length <= UCS2_SEGMENT;
  }
  return septets <= GSM_SEGMENT;
};

/** The versions of each text, the longest first: a long edition name must not cost a second segment. */
type Versions<Kind extends SmsMessage['kind']> = (
  message: Extract<SmsMessage, { kind: Kind }>,
  brand: string,
) => readonly [string, ...string[]];
type SmsTexts = { readonly [Kind in SmsMessage['kind']]: Versions<Kind> };

const TEXTS: InLanguages<SmsTexts> = {
  en: {
    phone_code: ({ code }, brand) => [
      `${code} is your ${brand} code. It works for 10 minutes. Do not share it with anyone.`,
      `${code} is your ${brand} code. It works for 10 minutes.`,
      `${code} is your voting code. It works for 10 minutes.`,
    ],
    test: (_message, brand) => [`A test message of ${brand}.`, 'A test message.'],
  },
  uk: {
    phone_code: ({ code }, brand) => [
      `${code} — ваш код ${brand}. Діє 10 хвилин. Нікому його не кажіть.`,
      `${code} — ваш код ${brand}. Діє 10 хвилин.`,
      `${code} — ваш код для голосування. Діє 10 хвилин.`,
    ],
    test: (_message, brand) => [`Пробне повідомлення ${brand}.`, 'Пробне повідомлення.'],
  },
};

const versionsOf = <Kind extends SmsMessage['kind']>(
  texts: SmsTexts,
  kind: Kind,
  message: Extract<SmsMessage, { kind: Kind }>,
  brand: string,
): readonly [string, ...string[]] => texts[kind](message, brand);

/** Renders a text message in the user's language: the code first, and at most one segment. */
export const renderSms = (message: SmsMessage, language: Language, brand: Brand): string => {
  const versions = versionsOf(inLanguage(TEXTS, language), message.kind, message, brand.name[language]);
  return versions.find(fitsOneSegment) ?? versions.at(-1) ?? versions[0];
};

const CALL: InLanguages<(digits: string) => string> = {
  en: (digits) => `Hello. Your voting code is: ${digits}. Once more: ${digits}. Goodbye.`,
  uk: (digits) => `Вітаємо. Ваш код для голосування: ${digits}. Ще раз: ${digits}. До побачення.`,
};

/** What a call says, in the user's language: the digits one by one, twice. */
export const renderCall = (code: string, language: Language): string =>
  inLanguage(CALL, language)([...code].join(', '));
