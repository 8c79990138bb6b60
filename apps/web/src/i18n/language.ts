import {
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGE_SETTINGS,
  LANGUAGES,
  type Language,
} from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { readRaw, writeRaw } from '../lib/storage.ts';

/** A text of the edition in each language. */
export type Localized = Readonly<Record<Language, string>>;

const languageOf = (name: string | undefined): Language => LANGUAGES.find((each) => each === name) ?? DEFAULT_LANGUAGE;

/** The current language. */
export const currentLanguage = (): Language => languageOf(i18next.language);

const onLanguage = (run: () => void): (() => void) => {
  i18next.on('languageChanged', run);
  return () => i18next.off('languageChanged', run);
};

/** The page's language; a component that uses it renders again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage, currentLanguage);

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

const COOKIE_S = 365 * 24 * 3_600;

/** Repeats the stored language in the cookie by which the server draws the first screen. */
export const repeatLanguage = (): void => {
  const language = readRaw('language');
  const isSecure = window.location.protocol === 'https:';
  const name = isSecure ? `__Host-${LANGUAGE_COOKIE}` : LANGUAGE_COOKIE;
  const age = language === undefined ? 0 : COOKIE_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers.
  document.cookie = `${name}=${language ?? ''}; path=/; max-age=${age}; samesite=lax${isSecure ? '; secure' : ''}`;
};

/** Changes the page's language, also for the next visit. A language in the page's URL would come before it. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  writeRaw('language', language);
  repeatLanguage();
  const url = new URL(window.location.href);
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
  await i18next.changeLanguage(language);
};

/** The language of the link that was followed, else the one chosen in this browser, else the default. */
export const startLanguage = (): Language => {
  const linked = new URLSearchParams(window.location.search).get('lang');
  return LANGUAGES.find((each) => each === linked) ?? languageOf(readRaw('language'));
};
