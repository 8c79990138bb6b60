import { zodResolver } from '@hookform/resolvers/zod';
import { signupFormFor } from '@laurel/contracts/forms';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFailureText, useFieldText } from '../../../i18n/failure-text.ts';
import { asFailure } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { shownValues } from '../../../ui/shown-values.ts';
import { Steps } from '../../../ui/steps.tsx';
import { signUp } from '../api.ts';
import { readDraft, storeDraft } from '../draft.ts';
import { signupErrors } from '../flow.ts';
import { AccountSwitch } from './account-switch.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { showRefusal } from './show-refusal.ts';
import styles from './signup-modal.module.css';

type Props = {
  blockedRegions: readonly string[];
  steps: number;
  /** The request id of the sign-up that this one corrects. */
  replaces?: string | undefined;
  /** Called with the typed email. */
  onSwitch(email: string): void;
  /** Opens the answer to why the phone is required, in front of the form. */
  onWhyPhone(): void;
  /** Called with the email address that the code was sent to. */
  onRegistered(email: string): void;
};

/** Creates an account. */
export const SignupModal = ({ blockedRegions, steps, replaces, onSwitch, onWhyPhone, onRegistered }: Props) => {
  const { t } = useTranslation('account');
  const failureText = useFailureText();
  const fieldText = useFieldText();
  /** The password stays, unless the server says that it no longer knows the sign-up that this one corrects. */
  const [keepsPassword, setKeepsPassword] = useState(replaces !== undefined);
  const schema = useMemo(() => signupFormFor(blockedRegions, keepsPassword), [blockedRegions, keepsPassword]);
  const [draft] = useState(readDraft);
  const { register, handleSubmit, getValues, setError, subscribe, formState } = useForm({
    resolver: shownValues(zodResolver(schema)),
    mode: 'onTouched',
    defaultValues: {
      name: draft.name ?? '',
      email: draft.email ?? '',
      password: '',
      repeatPassword: '',
      phoneNumber: draft.phoneNumber ?? '',
    },
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { name, email, phoneNumber } }) => storeDraft({ name, email, phoneNumber }),
      }),
    [subscribe],
  );
  const { errors, touchedFields, isSubmitted, isSubmitting } = formState;
  // Each password is validated against the other. The error of a field that the user has not touched is not shown yet.
  const errorOf = (field: keyof typeof touchedFields) =>
    fieldText(touchedFields[field] || isSubmitted ? errors[field]?.message : undefined);

  const submit = handleSubmit(async (given) => {
    try {
      await signUp({ ...given, replaces, password: keepsPassword ? null : given.password });
      onRegistered(given.email);
    } catch (error) {
      const failure = asFailure(error);
      const refused = signupErrors(failure);
      if (refused.fields.includes('password')) setKeepsPassword(false);
      showRefusal(setError, refused, failureText(failure, 'register'));
    }
  });

  return (
    <Stage name="signup" size="wide">
      <AccountSwitch value="signup" onSwitch={() => onSwitch(getValues('email'))} />
      <Steps step={1} total={steps} />
      <DialogTitle roomy>{t('signupTitle')}</DialogTitle>
      {errors.root?.message !== undefined && <Notice tone="bad">{errors.root.message}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.pair}>
          <FormField {...register('name')} label={t('name')} autoComplete="name" error={errorOf('name')} />
          <FormField
            {...register('email')}
            label={t('email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            hint={keepsPassword ? t('passwordStays') : undefined}
            error={errorOf('email')}
          />
        </div>
        {keepsPassword || (
          <div className={styles.pair}>
            <NewPasswordFields label={t('password')} rules={!errors.password} register={register} errorOf={errorOf} />
          </div>
        )}
        <PhoneField
          {...register('phoneNumber')}
          label={t('phone')}
          beside={
            <button type="button" className={styles.why} onClick={onWhyPhone}>
              {t('whyPhone')}
            </button>
          }
          blockedRegions={blockedRegions}
          hint={errors.phoneNumber ? undefined : t('phoneHint')}
          error={errorOf('phoneNumber')}
        />
        <Button type="submit" full busy={isSubmitting}>
          {t('signUp')}
        </Button>
      </form>
    </Stage>
  );
};
