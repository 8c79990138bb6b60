import { type Message, readMessages, retryMessage } from '@laurel/contracts/console/calls/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePurposeText } from '../../i18n/purpose-text.ts';
import { call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';

type Props = { message: Message; onClose(): void };

/** Asks for the reason, and sends a message again. */
export const RetryDialog = ({ message, onClose }: Props) => {
  const { t } = useTranslation('messages');
  const purposeText = usePurposeText();
  const queryClient = useQueryClient();
  const retry = async (reason: string): Promise<void> => {
    try {
      await call(retryMessage, { params: { id: message.id }, body: { reason } });
      showToast(t('retry.said'));
    } finally {
      // After a refusal, too: it means that the list is old.
      await queryClient.invalidateQueries({ queryKey: keyOf(readMessages) });
    }
  };
  return (
    <ReasonDialog title={t('retry.title')} action={t('retry.action')} onConfirm={retry} onClose={onClose}>
      <p>{t('retry.text', { what: purposeText(message.purpose), provider: message.provider })}</p>
    </ReasonDialog>
  );
};
