/** The languages of the site, mails and text messages (spec §1). The page's texts of each are a folder of its locales. */
export const LANGUAGES = ['en', 'uk'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The cookie in which a browser repeats its stored language, so that the server draws the first screen in it. */
export const LANGUAGE_COOKIE = 'laurel_language';

/** The path of the page for browsers without scripts, in a language. */
export const plainPath = (language: Language): string => `/?plain&lang=${language}`;

/** Used until the user chooses a language. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language;
/** Used for texts that the chosen language lacks. */
export const FALLBACK_LANGUAGE = 'uk' satisfies Language;

type Settings = {
  /** The label of the language switcher. */
  readonly label: string;
  /** Where lines begin and end. */
  readonly direction: 'ltr' | 'rtl';
  /** Between a number's whole part and its fraction. */
  readonly decimalMark: string;
  /** The language and territory of link previews (https://ogp.me). */
  readonly locale: string;
};

export const LANGUAGE_SETTINGS: Readonly<Record<Language, Settings>> = {
  en: { label: 'EN', direction: 'ltr', decimalMark: '.', locale: 'en_US' },
  uk: { label: 'UA', direction: 'ltr', decimalMark: ',', locale: 'uk_UA' },
};

/** The locale in which dates, numbers and lists are written. English is British, as in the texts: 24 November. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

type Needed = typeof DEFAULT_LANGUAGE | typeof FALLBACK_LANGUAGE;
type Added = Exclude<Language, Needed>;

/** A value for the default and the fallback language, and perhaps for others. */
export type InLanguages<Value> = Readonly<Record<Needed, Value> & Partial<Record<Added, Value>>>;

/** The value for a language, or that for the fallback language if it is missing. */
export const inLanguage = <Value>(texts: InLanguages<Value>, language: Language): Value =>
  new Map<string, Value>(Object.entries(texts)).get(language) ?? texts[FALLBACK_LANGUAGE];

const isComplete = <Value>(made: Readonly<Partial<Record<Language, Value>>>): made is Record<Language, Value> =>
  LANGUAGES.every((language) => language in made);

/** A value for each language. */
export const inEachLanguage = <Value>(make: (language: Language) => Value): Record<Language, Value> => {
  const made: Partial<Record<Language, Value>> = {};
  for (const language of LANGUAGES) made[language] = make(language);
  if (!isComplete(made)) throw new Error('a language was left out');
  return made;
};
