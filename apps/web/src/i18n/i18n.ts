import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Files } from './resources.ts';

/** The texts of the page itself; those of the modals load with the modals' code. */
const FIRST: Files = import.meta.glob('./locales/*/{common,nominations,page}.json', { eager: true, import: 'default' });

/** The texts of a namespace with spaces that do not break after short words. */
const bound = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? bindShortWords(text) : bound(text)]),
  );

/** Adds files of texts. */
export const addTexts = (files: Files): void => {
  for (const [path, texts] of Object.entries(files)) {
    const [, language, namespace] = /\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    if (language !== undefined && namespace !== undefined) i18next.addResourceBundle(language, namespace, bound(texts));
  }
};

/** Starts i18next. React escapes its output, so i18next must not escape values again (I18-04). */
export const startI18n = async (language: Language): Promise<void> => {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: FALLBACK_LANGUAGE,
    supportedLngs: LANGUAGES,
    defaultNS: 'common',
    resources: {},
    initAsync: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  addTexts(FIRST);
};
