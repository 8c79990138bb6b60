import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { backupFileText } from '../flow.ts';
import styles from './backup-codes.module.css';

const FILE_NAME = 'backup-codes.txt';

/** The site, for the file of the codes. */
export type Site = { readonly awards: string; readonly address: string };

type Props = {
  codes: readonly string[];
  site: Site;
  /** The email address of the account. */
  account: string | undefined;
};

/** The ten codes, to copy or to save as a file. */
export const BackupCodes = ({ codes, site, account }: Props) => {
  const { t } = useTranslation('twoFactor');
  useEffect(() => {
    // They are shown once, so the browser asks before it leaves the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const save = () => {
    const head = {
      title: t('fileTitle', { awards: site.awards }),
      address: site.address,
      account: account === undefined ? undefined : t('fileAccount', { account }),
      use: t('fileUse'),
    };
    saveText(FILE_NAME, backupFileText(head, codes));
  };
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
        <CopyButton text={`${codes.join('\n')}\n`} label={t('copyCodes')} />
        <Button tone="plain" onClick={save}>
          {t('download')}
        </Button>
      </div>
    </>
  );
};
