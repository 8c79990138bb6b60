import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '@laurel/contracts/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import enCommon from './locales/en/common.json';
import enNominations from './locales/en/nominations.json';
import enPage from './locales/en/page.json';
import ukCommon from './locales/uk/common.json';
import ukNominations from './locales/uk/nominations.json';
import ukPage from './locales/uk/page.json';
import type { Namespace, Texts } from './resources.ts';

/** The page's texts; those of the modals load with their code. */
const FIRST: { readonly [N in 'common' | 'nominations' | 'page']: Texts<N> } = {
  common: { en: enCommon, uk: ukCommon },
  nominations: { en: enNominations, uk: ukNominations },
  page: { en: enPage, uk: ukPage },
};

/** Adds a namespace in both languages. */
export const addTexts = <N extends Namespace>(namespace: N, texts: Texts<N>): void => {
  for (const language of LANGUAGES) i18next.addResourceBundle(language, namespace, texts[language]);
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
  addTexts('common', FIRST.common);
  addTexts('nominations', FIRST.nominations);
  addTexts('page', FIRST.page);
};
