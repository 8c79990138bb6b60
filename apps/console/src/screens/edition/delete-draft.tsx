import { deleteDraft } from '@laurel/contracts/console/calls/edition';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The button that deletes a draft. Renders nothing for a role that may not. */
export const DeleteDraft = ({ id }: { id: number }) => {
  const { t } = useTranslation('edition');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayDraft = useMayDo('edition.draft');
  const [open, setOpen] = useState(false);
  if (!mayDraft) return null;
  const take = async (reason: string): Promise<void> => {
    await call(deleteDraft, { params: { id }, body: { reason } });
    showToast(t('said.deleted'));
    await navigate({ to: '/edition', search: {} });
    await queryClient.invalidateQueries();
  };
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        {t('draft.delete')}
      </Button>
      {open && (
        <ReasonDialog
          title={t('draft.deleteTitle', { id })}
          action={t('draft.delete')}
          tone="danger"
          onConfirm={take}
          onClose={() => setOpen(false)}
        >
          <p>{t('draft.deleteText')}</p>
        </ReasonDialog>
      )}
    </>
  );
};
