import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Failure } from './states.tsx';

type Props = {
  title: string;
  /** The label of the button that makes the change: a verb. */
  action: string;
  /** Makes the change. The dialog closes when it resolves, and shows the failure when it rejects. */
  onConfirm(): Promise<unknown>;
  onClose(): void;
  tone?: 'main' | 'danger';
  /** What will happen. */
  children: ReactNode;
};

/** Asks before a change of the person's own account, which needs no reason. Other changes use ReasonDialog. */
export const ConfirmDialog = ({ title, action, onConfirm, onClose, tone = 'main', children }: Props) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose} closable={!busy}>
      <div>{children}</div>
      {failure !== undefined && <Failure error={failure} />}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t('cancel')}
        </Button>
        <Button tone={tone} busy={busy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
