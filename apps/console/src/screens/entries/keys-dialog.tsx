import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import styles from './entries.module.css';
import { KEYS } from './types.ts';

type Props = { letters: boolean; onLetters(on: boolean): void; onClose(): void };

/** All keys, and the switch for letters. */
export const KeysDialog = ({ letters, onLetters, onClose }: Props) => {
  const { t } = useTranslation('entries');
  const acts = KEYS.map(([act, key]) => ({ name: key, value: t(`key.${act}`) }));
  const choose = async () => onLetters(!letters);
  return (
    <ConfirmDialog
      title={t('keys')}
      action={t(letters ? 'switchOff' : 'switchOn')}
      onConfirm={choose}
      onClose={onClose}
    >
      <p className={styles.keysText}>{t(letters ? 'lettersOn' : 'lettersOff')}</p>
      <Facts items={[{ name: 'J K ↓ ↑', value: t('key.step') }, ...acts, { name: '?', value: t('key.keys') }]} />
    </ConfirmDialog>
  );
};
