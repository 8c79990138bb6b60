/** The site's languages (spec §1): what the switcher offers, what mails and text messages are written in. */
export const LANGUAGES = ['en', 'uk'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Until a person chooses. */
export const DEFAULT_LANGUAGE: Language = 'en';
/** Where the chosen language lacks a text. */
export const FALLBACK_LANGUAGE: Language = 'uk';

/** How the switcher names each. */
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = { en: 'EN', uk: 'UA' };
