import { useTranslation } from 'react-i18next';
import type { CleanedField } from '../../../ui/cleaned.ts';
import { PasswordField } from '../../../ui/password-field.tsx';

type Field = { input: CleanedField; error: string | undefined };

type Props = {
  label: string;
  password: Field;
  repeat: Field;
  /** Whether the rules are shown under the password. */
  rules: boolean;
};

/** A new password and its repetition. */
export const NewPasswordFields = ({ label, password, repeat, rules }: Props) => {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        {...password.input}
        label={label}
        autoComplete="new-password"
        hint={rules ? t('passwordRules') : undefined}
        error={password.error}
      />
      <PasswordField {...repeat.input} label={t('repeatPassword')} autoComplete="new-password" error={repeat.error} />
    </>
  );
};
