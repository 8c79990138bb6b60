import { zodResolver } from '@hookform/resolvers/zod';
import { newPasswordForm } from '@laurel/contracts/forms';
import { useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { requestNewPassword, setNewPassword } from '../api.ts';
import { newPasswordErrors } from '../flow.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { showRefusal } from './show-refusal.ts';

type Props = {
  /** The account's email or phone, as typed. */
  login: string;
  requestId: string;
  /** Called when a new code was sent; only that one is valid. */
  onSentAgain(requestId: string): void;
  onDone(): void;
};

/** Asks for the code from the email and the new password. */
export const NewPasswordModal = ({ login, requestId, onSentAgain, onDone }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [news, setNews] = useState<string>();
  const [sending, setSending] = useState(false);
  const { register, control, handleSubmit, setError, clearErrors, setValue, formState } = useForm({
    resolver: shownValues(zodResolver(newPasswordForm)),
    mode: 'onTouched',
    defaultValues: { code: '', password: '', repeatPassword: '' },
  });
  // Registered before the passwords, so that a submission focuses its error first.
  const { field: code } = useController({ name: 'code', control });
  const { errors, touchedFields, isSubmitted, isSubmitting } = formState;
  // Each password is validated against the other. The error of a field that the user has not touched is not shown yet.
  const errorOf = (field: keyof typeof touchedFields) =>
    fieldText(touchedFields[field] || isSubmitted ? errors[field]?.message : undefined);

  const submit = handleSubmit(async (given) => {
    setNews(undefined);
    try {
      await setNewPassword({ requestId, code: given.code, password: given.password });
      onDone();
    } catch (error) {
      const failure = asFailure(error);
      showRefusal(setError, newPasswordErrors(failure), failureText(failure, 'newPassword'));
    }
  });

  const sendAgain = async () => {
    setSending(true);
    clearErrors();
    setNews(undefined);
    try {
      onSentAgain(await requestNewPassword(login));
      setValue('code', '');
      setNews(t('newPasswordResent', { login }));
    } catch (error) {
      setError('root', { message: failureText(asFailure(error), 'emailRequest') });
    }
    setSending(false);
  };

  return (
    <Stage name="newPassword">
      <DialogTitle>{t('newPasswordTitle')}</DialogTitle>
      {news !== undefined && <Notice tone="ok">{news}</Notice>}
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <DialogLead>{t('newPasswordLead', { login })}</DialogLead>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <CodeInput
          ref={code.ref}
          label={t('emailCode')}
          value={code.value}
          error={errorOf('code')}
          onChange={code.onChange}
        />
        <NewPasswordFields label={t('newPassword')} rules={!errors.password} register={register} errorOf={errorOf} />
        <Button type="submit" full busy={isSubmitting}>
          {t('changePassword')}
        </Button>
      </form>
      <Button tone="plain" full busy={sending} onClick={() => void sendAgain()}>
        {t('resend')}
      </Button>
    </Stage>
  );
};
