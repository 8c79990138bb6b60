import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './backup-codes.module.css';

const FILE_NAME = 'backup-codes.txt';
const KEPT_FOR_MS = 10_000;

const download = (text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  // Some browsers read the URL only after the click handler.
  window.setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_MS);
};

/** The ten codes, to copy or to save as a file. */
export const BackupCodes = ({ codes }: { codes: readonly string[] }) => {
  const { t } = useTranslation('twoFactor');
  const text = `${codes.join('\n')}\n`;
  useEffect(() => {
    // They are shown once, so the browser asks before it leaves the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <CopyButton text={text} label={t('copyCodes')} />
        <Button tone="plain" onClick={() => download(text)}>
          {t('download')}
        </Button>
      </div>
    </>
  );
};
