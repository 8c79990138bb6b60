import { downloadTable } from '@laurel/contracts/console/calls/editor';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { addressOf } from '../../../lib/call.ts';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './import.module.css';

/** Links to the nominees of the draft, or to a table to fill in, for Excel and for any other program. */
export const TableDownloads = ({ content }: { content: 'nominees' | 'template' }) => {
  const { t } = useTranslation('editor-import');
  const language = useLanguage();
  const { id } = useDraft();
  return (
    <div className={styles.links}>
      <p className={styles.muted}>{t(`download.${content}`)}</p>
      {(['xlsx', 'csv'] as const).map((format) => (
        <DownloadLink
          key={format}
          href={addressOf(downloadTable, { params: { id }, query: { content, format, language } })}
          label={t(`download.${content}Named`, { format: t(`format.${format}`) })}
        >
          {t(`format.${format}`)}
        </DownloadLink>
      ))}
    </div>
  );
};
