import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import styles from './warning-modal.module.css';

/** Asks once whether the mailbox can receive mail, which every account needs. */
export const WarningModal = ({ onConfirmed }: { onConfirmed(): void }) => {
  const { t } = useTranslation('support');
  const id = useId();
  const [ticked, setTicked] = useState(false);
  return (
    <Stage name="mailboxWarning">
      <DialogTitle>{t('warningTitle')}</DialogTitle>
      <DialogLead>{t('warningText')}</DialogLead>
      <label className={styles.tick} htmlFor={id}>
        <input id={id} type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
        <span>{t('warningTick')}</span>
      </label>
      <Button full disabled={!ticked} onClick={onConfirmed}>
        {t('warningConfirm')}
      </Button>
    </Stage>
  );
};
