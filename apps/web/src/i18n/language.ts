import { DEFAULT_LANGUAGE, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { readRaw, writeRaw } from '../lib/storage.ts';

/** A text of the edition in each language. */
export type Localized = Readonly<Record<Language, string>>;

const languageOf = (name: string | undefined): Language => LANGUAGES.find((each) => each === name) ?? DEFAULT_LANGUAGE;

/** The current language. */
export const currentLanguage = (): Language => languageOf(i18next.language);

/** The page's language; a component that uses it renders again when it changes. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
};

/** Returns a function that picks a text in the page's language and binds short words to the next word. */
export const useLocalized = (): ((text: Localized) => string) => {
  const language = useLanguage();
  return (text) => bindShortWords(text[language]);
};

/** Keeps the document's `lang` and `dir` in sync with the language. */
export const followLanguage = (): void => {
  const apply = () => {
    const language = currentLanguage();
    document.documentElement.lang = language;
    document.documentElement.dir = LANGUAGE_SETTINGS[language].direction;
  };
  apply();
  i18next.on('languageChanged', apply);
};

/** Changes the page's language. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  writeRaw('language', language);
  await i18next.changeLanguage(language);
};

/** The language chosen in this browser, else the default. */
export const storedLanguage = (): Language => languageOf(readRaw('language'));
