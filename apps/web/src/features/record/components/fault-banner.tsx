import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { useRecordTexts } from '../../../i18n/record-texts.ts';
import { saveText } from '../../../lib/share.ts';
import { formatKyivMinute } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import type { Evidence } from '../kept.ts';
import styles from './fault-banner.module.css';

/** Says that the record contradicts what this browser saw before, and hands out both states as files. */
export const FaultBanner = ({ evidence, onHide }: { evidence: Evidence; onHide(): void }) => {
  useRecordTexts();
  const { t } = useTranslation('record');
  const language = useLanguage();
  const { fault, at, kept, shown } = evidence;
  return (
    <div className={styles.banner} role="alert">
      <h2>{t(`fault.${fault}.title`)}</h2>
      <p>{t(`fault.${fault}.text`)}</p>
      <p>{t('found', { time: formatKyivMinute(new Date(at), language) })}</p>
      <div className={styles.row}>
        {kept !== '' && (
          <Button tone="ghost" onClick={() => saveText('record-seen-before.txt', kept)}>
            {t('saveKept')}
          </Button>
        )}
        <Button tone="ghost" onClick={() => saveText('record-shown.txt', shown)}>
          {t('saveShown')}
        </Button>
        <a href={`/record?lang=${language}`}>{t('aboutRecord')}</a>
        <Button tone="plain" onClick={onHide}>
          {t('hide')}
        </Button>
      </div>
    </div>
  );
};
