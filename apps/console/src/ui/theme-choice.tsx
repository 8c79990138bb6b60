import { useTranslation } from 'react-i18next';
import { chooseTheme, THEMES, useTheme } from '../lib/theme.ts';
import { Choice } from './choice.tsx';

/** Chooses light or dark colours for this browser. */
export const ThemeChoice = () => {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('theme.label')}
      options={THEMES.map((theme) => ({ value: theme, label: t(`theme.${theme}`) }))}
      value={useTheme()}
      onChange={chooseTheme}
    />
  );
};
