/** The languages of the site, mails and text messages (spec §1). */
export const LANGUAGES = ['en', 'uk'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Used until the user chooses a language. */
export const DEFAULT_LANGUAGE: Language = 'en';
/** Used for texts that the chosen language lacks. */
export const FALLBACK_LANGUAGE: Language = 'uk';

/** The labels of the language switcher. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = { en: 'EN', uk: 'UA' };
