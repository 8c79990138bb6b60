import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Lone } from '../ui/lone.tsx';
import { ScreenHead } from '../ui/screen-head.tsx';

/** Shown at an address without a screen. */
export const NoScreen = () => {
  const { t } = useTranslation();
  return (
    <Lone>
      <ScreenHead title={t('noScreen.title')} lead={t('noScreen.text')} />
      <p>
        <Link to="/tonight">{t('noScreen.home')}</Link>
      </p>
    </Lone>
  );
};
