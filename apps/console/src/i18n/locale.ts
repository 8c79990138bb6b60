import type { Language } from '@laurel/contracts/languages';

/** The locale in which dates, numbers and lists are written. English is that of the texts: 24 November, not November 24. */
export const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);
