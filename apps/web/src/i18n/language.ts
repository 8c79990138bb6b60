import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { readRaw, writeRaw } from '../lib/storage.ts';

/** A text of the edition in both languages. */
export type Localized = Readonly<Record<Language, string>>;

const languageOf = (name: string | undefined): Language => LANGUAGES.find((each) => each === name) ?? DEFAULT_LANGUAGE;

/** The language at this moment. */
export const currentLanguage = (): Language => languageOf(i18next.language);

/** The language the page is shown in; a component that asks is drawn again when it changes. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
};

/** Picks the edition's texts in the page's language. A dash stays on the line of the word before it. */
export const useLocalized = (): ((text: Localized) => string) => {
  const language = useLanguage();
  return (text) => text[language].replaceAll(' — ', '\u00a0— ');
};

/** Lets the document say which language it is in, now and whenever that changes. */
export const followLanguage = (): void => {
  const say = () => {
    document.documentElement.lang = currentLanguage();
  };
  say();
  i18next.on('languageChanged', say);
};

/** Shows the page in another language from now on. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  writeRaw('language', language);
  await i18next.changeLanguage(language);
};

/** The language a person chose here, else the default. */
export const storedLanguage = (): Language => languageOf(readRaw('language'));
