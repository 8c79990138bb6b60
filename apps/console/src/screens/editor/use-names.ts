import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { LANGUAGE_SETTINGS, LANGUAGES } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { isMap } from '../../lib/draft-fields.ts';
import { plainText } from './description.tsx';
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

/** A value of a field in words. */
export const useValueText = (): ((value: FieldValue) => string) => {
  const { t } = useTranslation('editor');
  const textOf = (value: FieldValue): string => {
    if (value === null) return t('conflict.nothing');
    if (isMap(value)) return Object.values(value).map(textOf).join(' · ');
    return Array.isArray(value) ? value.map(textOf).join(', ') : plainText(String(value));
  };
  return textOf;
};
