import { DEFAULT_LANGUAGE, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

const languageOf = (name: string | undefined): Language | undefined => LANGUAGES.find((each) => each === name);

/** The current language. */
export const currentLanguage = (): Language => languageOf(i18next.language) ?? DEFAULT_LANGUAGE;

/** The current language. A component that uses it renders again when the language changes. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation();
  return languageOf(i18n.language) ?? DEFAULT_LANGUAGE;
};

/** The language to start with: the stored one, otherwise the first that the browser prefers and the console has. */
export const firstLanguage = (stored: string | undefined, preferred: readonly string[]): Language =>
  languageOf(stored) ??
  preferred.map((each) => languageOf(each.slice(0, 2))).find((each) => each !== undefined) ??
  DEFAULT_LANGUAGE;

/** Keeps the document's `lang` and `dir` in sync with the language. Returns the function that stops this. */
export const followLanguage = (): (() => void) => {
  const apply = () => {
    const language = currentLanguage();
    document.documentElement.lang = language;
    document.documentElement.dir = LANGUAGE_SETTINGS[language].direction;
  };
  apply();
  i18next.on('languageChanged', apply);
  return () => i18next.off('languageChanged', apply);
};
