import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPassword } from '@laurel/contracts/calls/account';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { requestNewPassword } from '../api.ts';
import { storeDraft } from '../draft.ts';

type Props = {
  /** The input of the login form. */
  login?: string | undefined;
  /** Called when the code was sent, if the account exists. */
  onSent(login: string, requestId: string): void;
  /** Called with the typed email or phone. */
  onBack(login: string): void;
};

/** Asks for the account whose password was forgotten. */
export const ForgotModal = ({ login = '', onSent, onBack }: Props) => {
  const { t } = useTranslation(['account', 'common']);
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const { register, handleSubmit, getValues, setError, subscribe, formState } = useForm({
    resolver: shownValues(zodResolver(forgotPassword.body)),
    mode: 'onTouched',
    defaultValues: { login },
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => storeDraft({ login: values.login }) }),
    [subscribe],
  );
  const { errors, isSubmitting } = formState;
  const back = () => onBack(getValues('login'));
  useBackStep(back);

  const submit = handleSubmit(async (given) => {
    try {
      onSent(given.login, await requestNewPassword(given.login));
    } catch (error) {
      setError('root', { message: failureText(asFailure(error), 'emailRequest') });
    }
  });

  return (
    <Stage name="forgot">
      <DialogTitle>{t('forgotTitle')}</DialogTitle>
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <DialogLead>{t('forgotLead')}</DialogLead>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormField
          {...register('login')}
          label={t('emailOrPhone')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(errors.login?.message)}
        />
        <Button type="submit" full busy={isSubmitting}>
          {t('sendCode')}
        </Button>
      </form>
      <Button tone="plain" full onClick={back}>
        {t('common:back')}
      </Button>
    </Stage>
  );
};
