import { PASSWORD_MAX } from '@laurel/contracts/limits';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../ui/password-field.tsx';

type Field = { input: UseFormRegisterReturn; error: string | undefined };

type Props = {
  label: string;
  password: Field;
  repeat: Field;
  /** Whether the rules are said under the password. */
  rules: boolean;
};

/** A password that is chosen, and typed twice. */
export const NewPasswordFields = ({ label, password, repeat, rules }: Props) => {
  const { t } = useTranslation('account');
  const chosen = { maxLength: PASSWORD_MAX, autoComplete: 'new-password' };
  return (
    <>
      <PasswordField
        {...password.input}
        {...chosen}
        label={label}
        hint={rules ? t('passwordRules') : undefined}
        error={password.error}
      />
      <PasswordField {...repeat.input} {...chosen} label={t('repeatPassword')} error={repeat.error} />
    </>
  );
};
