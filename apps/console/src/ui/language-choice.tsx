import { LANGUAGES } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../i18n/failure-text.ts';
import { changeLanguage } from '../i18n/i18n.ts';
import { useLanguage } from '../i18n/language.ts';
import { connectionLost } from '../lib/failure.ts';
import { writeSetting } from '../lib/settings.ts';
import { Choice } from './choice.tsx';
import { showToast } from './toast.tsx';

/** The name of a language in that language. */
export const languageName = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/** Chooses the language of the console in this browser. */
export const LanguageChoice = ({ quiet = false }: { quiet?: boolean }) => {
  const { t } = useTranslation();
  const failureText = useFailureText();
  return (
    <Choice
      label={t('language')}
      quiet={quiet}
      options={LANGUAGES.map((language) => ({ value: language, label: languageName(language), lang: language }))}
      value={useLanguage()}
      onChange={(language) => {
        changeLanguage(language).then(
          () => writeSetting('language', language),
          // The texts of the language did not load, so the previous one stays.
          () => showToast(failureText(connectionLost())),
        );
      }}
    />
  );
};
