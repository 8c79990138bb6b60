import { useTranslation } from 'react-i18next';
import { CheckIcon, CloseIcon, LinkIcon } from '../../../ui/icons.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import styles from './copy-link.module.css';

/** Copies the URL of a nominee's card. */
export const CopyLink = ({ link, name }: { link: string; name: string }) => {
  const { t } = useTranslation('nominations');
  const { outcome, copy } = useCopy(link);
  const label = t('copyLink', { name });
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()} title={label} data-outcome={outcome}>
      {outcome === undefined ? <LinkIcon /> : outcome === 'copied' ? <CheckIcon /> : <CloseIcon />}
      <span className="visually-hidden">{label}</span>
      <span className="visually-hidden" role="status">
        {outcome !== undefined && t(outcome === 'copied' ? 'linkCopied' : 'linkNotCopied')}
      </span>
    </button>
  );
};
