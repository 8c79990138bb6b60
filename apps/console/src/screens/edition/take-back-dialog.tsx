import { cancelSwitch } from '@laurel/contracts/console/calls/years';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';

type Props = { year: number; live: number; onClose(): void };

/** Takes back the planned switch to the edition of a year. */
export const TakeBackDialog = ({ year, live, onClose }: Props) => {
  const { t } = useTranslation('edition');
  const run = useChange();
  return (
    <ReasonDialog
      title={t('takeBack.title', { year })}
      action={t('takeBack.open')}
      onConfirm={(reason) => run(() => call(cancelSwitch, { params: { year }, body: { reason } }), t('takeBack.said'))}
      onClose={onClose}
    >
      <p>{t('takeBack.text', { year, live })}</p>
    </ReasonDialog>
  );
};
