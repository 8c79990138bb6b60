import { zodResolver } from '@hookform/resolvers/zod';
import { signupFormFor } from '@laurel/contracts/forms';
import { PHONE_INPUT_MAX } from '@laurel/contracts/limits';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { asFailure } from '../../../lib/failure.ts';
import { typedPhone, typedTrimmed } from '../../../lib/input.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { signUp } from '../api.ts';
import { blameInSignup } from '../flow.ts';
import { AccountSwitch } from './account-switch.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

type Props = {
  blockedRegions: readonly string[];
  steps: number;
  onSwitch(): void;
  /** The account is open and its code on the way to this address. */
  onRegistered(email: string): void;
};

/** Opens an account. */
export const SignupModal = ({ blockedRegions, steps, onSwitch, onRegistered }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  const schema = useMemo(() => signupFormFor(blockedRegions), [blockedRegions]);
  const { register, handleSubmit, setError, setValue, formState } = useForm({
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
  // One password is checked with the other, which may not have been touched yet.
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
      const { fields, messages } = blameInSignup(failure);
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
            input: register('password', {
              onChange: (event) => setValue('password', typedTrimmed(event.target.value)),
              deps: ['repeatPassword'],
            }),
            error: say('password'),
          }}
          repeat={{
            input: register('repeatPassword', {
              onChange: (event) => setValue('repeatPassword', typedTrimmed(event.target.value)),
            }),
            error: say('repeatPassword'),
          }}
        />
        <FormField
          {...register('phoneNumber', {
            onChange: (event) => setValue('phoneNumber', typedPhone(event.target.value)),
          })}
          label={t('phone')}
          hint={errors.phoneNumber ? undefined : t('phoneHint')}
          type="tel"
          inputMode="tel"
          maxLength={PHONE_INPUT_MAX}
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
