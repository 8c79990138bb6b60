import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Tick } from '../../../ui/tick.tsx';

/** Asks once whether the mailbox can receive mail, which every account needs. */
export const WarningModal = ({ onConfirmed }: { onConfirmed(): void }) => {
  const { t } = useTranslation('support');
  const [ticked, setTicked] = useState(false);
  return (
    <Stage name="mailboxWarning">
      <DialogTitle>{t('warningTitle')}</DialogTitle>
      <DialogLead>{t('warningText')}</DialogLead>
      <Tick label={t('warningTick')} ticked={ticked} onTick={setTicked} />
      <Button full disabled={!ticked} onClick={onConfirmed}>
        {t('warningConfirm')}
      </Button>
    </Stage>
  );
};
