import { zodResolver } from '@hookform/resolvers/zod';
import { login } from '@laurel/contracts/calls/account';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { cleaned, TRIMMED } from '../../../ui/cleaned.ts';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { submitLogin } from '../api.ts';
import { readDraft, storeDraft } from '../draft.ts';
import { type AccountStep, loginErrors } from '../flow.ts';
import { AccountSwitch } from './account-switch.tsx';
import { showRefusal } from './show-refusal.ts';

type Props = {
  notice?: string;
  /** Why a new login is required. */
  reason?: string;
  /** The initial value of the field; the draft's by default. */
  login?: string;
  /** The address of the account whose journey was left, for a form without a draft. */
  address?: string | undefined;
  /** Called with the typed email or phone. */
  onSwitch(login: string): void;
  /** Called with the typed email or phone if the password was forgotten. */
  onForgot(login: string): void;
  /** Called with the next step: the session, or a missing verification. */
  onStep(step: Exclude<AccountStep, { to: 'stay' }>, login: string): Promise<void>;
};

const schema = login.body.pick({ login: true, password: true });

/** Asks for email or phone, and the password. */
export const LoginModal = ({ notice, reason, login: given, address, onSwitch, onForgot, onStep }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const [draft] = useState(readDraft);
  const { register, handleSubmit, getValues, setError, subscribe, formState } = useForm({
    resolver: shownValues(zodResolver(schema)),
    mode: 'onTouched',
    defaultValues: { login: given ?? draft.login ?? draft.email ?? address ?? '', password: '' },
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => storeDraft({ login: values.login }) }),
    [subscribe],
  );
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (typed) => {
    const step = await submitLogin(typed);
    if (step.to !== 'stay') {
      await onStep(step, typed.login);
      return;
    }
    showRefusal(setError, loginErrors(step.failure), failureText(step.failure, 'login'));
  });

  return (
    <Stage name="login">
      <AccountSwitch value="login" onSwitch={() => onSwitch(getValues('login'))} />
      <DialogTitle roomy>{t('loginTitle')}</DialogTitle>
      {notice !== undefined && <Notice tone="ok">{notice}</Notice>}
      {reason !== undefined && <Notice tone="bad">{reason}</Notice>}
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormField
          {...register('login')}
          label={t('emailOrPhone')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldText(errors.login?.message)}
        />
        <PasswordField
          {...cleaned(register('password'), TRIMMED)}
          label={t('password')}
          autoComplete="current-password"
          error={fieldText(errors.password?.message)}
        />
        <Button type="submit" full busy={isSubmitting}>
          {t('logIn')}
        </Button>
      </form>
      <Button tone="plain" full onClick={() => onForgot(getValues('login'))}>
        {t('forgot')}
      </Button>
    </Stage>
  );
};
