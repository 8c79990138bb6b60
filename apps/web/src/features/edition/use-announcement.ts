import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { formatKyivMinute } from '../../lib/time.ts';
import { useEdition } from './context.ts';

/** When the winners are announced, in a sentence; null until a time is set. The organisers' own words may be older. */
export const useAnnouncement = (): string | null => {
  const { t } = useTranslation('page');
  const language = useLanguage();
  const at = useEdition().phases.winnersAnnouncedAt;
  return at && t('winnersOn', { moment: formatKyivMinute(new Date(at), language) });
};
