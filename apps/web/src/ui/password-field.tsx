import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from './form-field.tsx';
import styles from './password-field.module.css';

/** A password field with a button that shows the password. */
export const PasswordField = (props: Omit<ComponentProps<typeof FormField>, 'type' | 'trailing'>) => {
  const { t } = useTranslation(['common', 'account']);
  const [shown, setShown] = useState(false);
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={shown ? t('account:hidePassword') : t('account:showPassword')}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('hide') : t('show')}
        </button>
      }
    />
  );
};
