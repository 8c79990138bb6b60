import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { saveText } from '../../../lib/share.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { BACKUP_CODE_GROUP, backupFileText, grouped } from '../flow.ts';
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
const BackupCodes = ({ codes: given, site, account }: Props) => {
  const { t } = useTranslation('twoFactor');
  const codes = given.map((code) => grouped(code, BACKUP_CODE_GROUP));
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

type StageProps = Props & {
  /** The step indicator above the title. */
  steps?: ReactNode;
  /** What just succeeded. */
  notice: string;
  onDone(): Promise<void>;
};

/** The step that shows new backup codes. */
export const CodesStage = ({ steps, notice, onDone, ...shown }: StageProps) => {
  const { t } = useTranslation('twoFactor');
  return (
    <Stage name="codes">
      {steps}
      <DialogTitle>{t('codesTitle')}</DialogTitle>
      <Notice tone="ok">{notice}</Notice>
      <DialogLead>{t('codesLead')}</DialogLead>
      <BackupCodes {...shown} />
      <Button full onClick={() => void onDone()}>
        {t('saved')}
      </Button>
    </Stage>
  );
};
