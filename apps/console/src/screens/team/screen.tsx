import { useTranslation } from 'react-i18next';
import { ScreenHead } from '../../ui/screen-head.tsx';

export const Screen = () => {
  const { t } = useTranslation('team');
  return <ScreenHead title={t('title')} />;
};
