import { zodResolver } from '@hookform/resolvers/zod';
import { signupFormFor } from '@laurel/contracts/forms';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { cleaned, NEW_PASSWORD, PHONE } from '../../../ui/cleaned.ts';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { signUp } from '../api.ts';
import { signupErrors } from '../flow.ts';
import { AccountSwitch } from './account-switch.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

type Props = {
  blockedRegions: readonly string[];
  steps: number;
  onSwitch(): void;
  /** Called with the email address that the code was sent to. */
  onRegistered(email: string): void;
};

/** Creates an account. */
export const SignupModal = ({ blockedRegions, steps, onSwitch, onRegistered }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const schema = useMemo(() => signupFormFor(blockedRegions), [blockedRegions]);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: {
      name: '',
      email: '',
      password: '',
      repeatPassword: '',
      phoneNumber: '',
    },
  });
  const { errors, touchedFields, isSubmitted, isSubmitting } = formState;
  // Each password is validated against the other, which may be untouched.
  const say = (field: keyof typeof touchedFields) => {
    const message = touchedFields[field] || isSubmitted ? errors[field]?.message : undefined;
    return message === undefined ? undefined : fieldText(message);
  };

  const submit = handleSubmit(async (given) => {
    try {
      await signUp(given);
      onRegistered(given.email);
    } catch (error) {
      const failure = asFailure(error);
      const { fields, messages } = signupErrors(failure);
      const text = failureText(failure, 'register');
      for (const field of fields) setError(field, { message: messages.get(field) ?? text }, { shouldFocus: true });
      if (fields.length === 0) setError('root', { message: text });
    }
  });

  return (
    <Stage name="signup">
      <AccountSwitch value="signup" onSwitch={onSwitch} />
      <Steps step={1} total={steps} />
      <DialogTitle roomy>{t('signupTitle')}</DialogTitle>
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <FormField {...register('name')} label={t('name')} autoComplete="name" error={say('name')} />
        <FormField
          {...register('email')}
          label={t('email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={say('email')}
        />
        <NewPasswordFields
          label={t('password')}
          rules={!errors.password}
          password={{
            input: cleaned(register('password', { deps: ['repeatPassword'] }), NEW_PASSWORD),
            error: say('password'),
          }}
          repeat={{
            input: cleaned(register('repeatPassword'), NEW_PASSWORD),
            error: say('repeatPassword'),
          }}
        />
        <FormField
          {...cleaned(register('phoneNumber'), PHONE)}
          label={t('phone')}
          hint={errors.phoneNumber ? undefined : t('phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          error={say('phoneNumber')}
        />
        <Button type="submit" full busy={isSubmitting}>
          {t('signUp')}
        </Button>
      </form>
    </Stage>
  );
};
