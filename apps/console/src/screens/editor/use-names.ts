import { LANGUAGE_SETTINGS, LANGUAGES } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import type { Gap, Texts } from './outline.ts';

/** What an item is called in the console's language, else in another one. */
export const useNames = (): ((texts: Texts, otherwise?: string) => string) => {
  const { t } = useTranslation('editor');
  const language = useLanguage();
  return (texts, otherwise = t('noName')) =>
    [language, ...LANGUAGES].map((each) => texts[each]).find(Boolean) ?? otherwise;
};

/** Names a gap: “UA description”. */
export const useGapText = (): ((gap: Gap) => string) => {
  const { t } = useTranslation('editor');
  return ({ part, language }) => {
    const text = t(`parts.${part}`);
    return language === undefined ? text : `${LANGUAGE_SETTINGS[language].label} ${text}`;
  };
};
