import { useTranslation } from 'react-i18next';
import { Switcher } from '../../../ui/switcher.tsx';
import styles from './account-switch.module.css';

/** Switches between login and signup. */
export const AccountSwitch = ({ value, onSwitch }: { value: 'login' | 'signup'; onSwitch(): void }) => {
  const { t } = useTranslation('account');
  return (
    <div className={styles.switch}>
      <Switcher
        label={t('switcher')}
        options={[
          { value: 'login', label: t('haveAccount') },
          { value: 'signup', label: t('noAccount') },
        ]}
        value={value}
        onChange={onSwitch}
      />
    </div>
  );
};
