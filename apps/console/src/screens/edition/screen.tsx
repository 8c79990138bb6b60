import { useTranslation } from 'react-i18next';
import { ScreenHead } from '../../ui/screen-head.tsx';

export const Screen = () => {
  const { t } = useTranslation('edition');
  return <ScreenHead title={t('title')} />;
};
