import { deleteEdition } from '@laurel/contracts/console/calls/years';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';

/** Deletes the edition of a year that was never live. */
export const DeleteEditionDialog = ({ year, onClose }: { year: number; onClose(): void }) => {
  const { t } = useTranslation('edition');
  const run = useChange();
  const take = (reason: string) =>
    run(() => call(deleteEdition, { params: { year }, body: { reason } }), t('deleteYear.said', { year }));
  return (
    <ReasonDialog
      title={t('deleteYear.title', { year })}
      action={t('deleteYear.open')}
      tone="danger"
      onConfirm={take}
      onClose={onClose}
    >
      <p>{t('deleteYear.text')}</p>
    </ReasonDialog>
  );
};
