import type { Language } from '@laurel/contracts/languages';

/** The locale in which dates, numbers and lists are written. English is British, as in the texts: 24 November. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);
