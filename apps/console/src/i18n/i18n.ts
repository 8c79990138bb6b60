import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { currentLanguage } from './language.ts';
import type { Namespace } from './resources.ts';

type Texts = { readonly [key: string]: string | Texts };

/** A function for each file of texts, by its path, that loads it. */
const FILES = import.meta.glob<Texts>('./locales/*/*.json', { import: 'default' });

/** The namespaces that every screen uses. */
const SHARED: readonly Namespace[] = ['common', 'errors', 'fields'];

/** The namespaces of all screens that were opened. */
const needed = new Set<Namespace>(SHARED);

/** The texts of a namespace with spaces that do not break after short words. */
const bound = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? bindShortWords(text) : bound(text)]),
  );

/** Loads the texts of a namespace in a language, which need not be the console's. */
export const loadTextsIn = async (language: Language, namespace: Namespace): Promise<void> => {
  if (i18next.hasResourceBundle(language, namespace)) return;
  const texts = await FILES[`./locales/${language}/${namespace}.json`]?.();
  if (texts === undefined) throw new Error(`no texts of ${namespace} in ${language}`);
  i18next.addResourceBundle(language, namespace, bound(texts));
};

/**
 * Loads the texts of a screen in the current language. From now on, `changeLanguage` loads them in the next one, too.
 */
export const loadTexts = async (namespace: Namespace): Promise<void> => {
  needed.add(namespace);
  await loadTextsIn(currentLanguage(), namespace);
};

/** Changes the language once the texts of all opened screens are loaded. */
export const changeLanguage = async (language: Language): Promise<void> => {
  const missing = () => [...needed].filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  // In a loop, because a screen that opens meanwhile loads its texts in the previous language.
  while (missing().length > 0) await Promise.all(missing().map((namespace) => loadTextsIn(language, namespace)));
  await i18next.changeLanguage(language);
};

/** Starts i18next with the shared texts. React escapes its output, so i18next must not escape values again. */
export const startI18n = async (language: Language): Promise<void> => {
  if (!i18next.isInitialized) {
    await i18next.use(initReactI18next).init({
      lng: language,
      fallbackLng: false,
      supportedLngs: LANGUAGES,
      defaultNS: 'common',
      ns: [],
      resources: {},
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
    });
  }
  await changeLanguage(language);
};
