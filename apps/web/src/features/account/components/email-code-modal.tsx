import { codeField } from '@laurel/contracts/fields';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { type ApiFailure, asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeForm } from '../../../ui/code-form.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { confirmEmail, sendEmailCodeAgain } from '../api.ts';
import type { AccountStep } from '../flow.ts';

type Props = {
  /** The email, or the account's phone, as typed. */
  email?: string | undefined;
  /** Why the step is required. */
  reason?: string | undefined;
  steps: number;
  /** Goes back to the form, if this browser's sign-up can be corrected. */
  onChangeAddress?: (() => void) | undefined;
  onStep(step: Exclude<AccountStep, { to: 'stay' }>): Promise<void>;
  /** Opens the login. The email may already be confirmed: then no code is sent, and none is valid. */
  onStartAgain(): void;
};

/** Asks for the code from the email. */
export const EmailCodeModal = ({ email, reason, steps, onChangeAddress, onStep, onStartAgain }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const [why, setWhy] = useState(reason);
  const [news, setNews] = useState<string>();
  const [mayBeConfirmed, setMayBeConfirmed] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();

  const confirm = async (code: string): Promise<ApiFailure | undefined> => {
    setWhy(undefined);
    setNews(undefined);
    setFailure(undefined);
    const step = await confirmEmail(code);
    if (step.to === 'stay') {
      setMayBeConfirmed(true);
      return step.failure;
    }
    await onStep(step);
    return undefined;
  };

  const resend = async (to: string) => {
    setSending(true);
    setWhy(undefined);
    setNews(undefined);
    try {
      await sendEmailCodeAgain(to);
      setFailure(undefined);
      setNews(t('resent'));
      setMayBeConfirmed(true);
    } catch (error) {
      setFailure(asFailure(error));
    }
    setSending(false);
  };

  return (
    <Stage name="emailOtp">
      <Steps step={1} total={steps} />
      <DialogTitle>{t('emailTitle')}</DialogTitle>
      {why !== undefined && <Notice tone="bad">{why}</Notice>}
      {news !== undefined && <Notice tone="ok">{news}</Notice>}
      {failure && <Notice tone="bad">{failureText(failure, 'emailRequest')}</Notice>}
      <DialogLead>{email?.includes('@') ? t('emailLead', { email }) : t('emailLeadPlain')}</DialogLead>
      <CodeForm label={t('emailCode')} submitLabel={t('confirm')} doing="email" rule={codeField} onSubmit={confirm} />
      {email !== undefined && (
        <Button tone="plain" full busy={sending} onClick={() => void resend(email)}>
          {t('resend')}
        </Button>
      )}
      {onChangeAddress && (
        <Button tone="plain" full onClick={onChangeAddress}>
          {t('changeAddress')}
        </Button>
      )}
      {mayBeConfirmed && (
        <Button tone="plain" full onClick={onStartAgain}>
          {t('alreadyConfirmed')}
        </Button>
      )}
    </Stage>
  );
};
