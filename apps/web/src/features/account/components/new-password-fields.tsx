import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { cleaned, NEW_PASSWORD } from '../../../ui/cleaned.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

type Name = 'password' | 'repeatPassword';

type Props = {
  label: string;
  /** Whether the rules are shown under the password. */
  rules: boolean;
  register(name: Name, options?: { deps: ['repeatPassword'] }): UseFormRegisterReturn;
  errorOf(name: Name): string | undefined;
};

/** A new password and its repetition. */
export const NewPasswordFields = ({ label, rules, register, errorOf }: Props) => {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        {...cleaned(register('password', { deps: ['repeatPassword'] }), NEW_PASSWORD)}
        label={label}
        autoComplete="new-password"
        hint={rules ? t('passwordRules') : undefined}
        error={errorOf('password')}
      />
      <PasswordField
        {...cleaned(register('repeatPassword'), NEW_PASSWORD)}
        label={t('repeatPassword')}
        autoComplete="new-password"
        error={errorOf('repeatPassword')}
      />
    </>
  );
};
