import { type Message, readMessages, retryMessage } from '@laurel/contracts/console/calls/messages';
import { useTranslation } from 'react-i18next';
import { usePurposeText } from '../../i18n/purpose-text.ts';
import { call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';

type Props = { message: Message; onClose(): void };

/** Asks for the reason, and sends a message again. */
export const RetryDialog = ({ message, onClose }: Props) => {
  const { t } = useTranslation('messages');
  const purposeText = usePurposeText();
  const run = useChange(keyOf(readMessages));
  const retry = (reason: string) =>
    run(() => call(retryMessage, { params: { id: message.id }, body: { reason } }), t('retry.said'));
  return (
    <ReasonDialog title={t('retry.title')} action={t('retry.action')} onConfirm={retry} onClose={onClose}>
      <p>{t('retry.text', { what: purposeText(message.purpose), provider: message.provider })}</p>
    </ReasonDialog>
  );
};
