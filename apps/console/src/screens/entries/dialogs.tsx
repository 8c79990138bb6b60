import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { isolated, KEYS, type Option, type Place, placeOf } from './types.ts';

type MoveProps = {
  name: string;
  options: readonly Option[];
  onMove(to: Place, reason: string): Promise<unknown>;
  onClose(): void;
};

/** Asks to which other category a candidate belongs. */
export const MoveDialog = ({ name, options, onMove, onClose }: MoveProps) => {
  const { t } = useTranslation('entries');
  const [value, setValue] = useState(options[0]?.value ?? '');
  const move = (reason: string) => onMove(placeOf(value), reason);
  return (
    <ReasonDialog
      title={t('moveTitle', { name: isolated(name) })}
      action={t('act.move')}
      onConfirm={move}
      onClose={onClose}
    >
      <Select label={t('category')} value={value} options={options} onChange={({ target }) => setValue(target.value)} />
    </ReasonDialog>
  );
};

type KeysProps = { letters: boolean; onLetters(on: boolean): void; onClose(): void };

/** All keys, and the switch for letters. */
export const KeysDialog = ({ letters, onLetters, onClose }: KeysProps) => {
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
      <p>{t(letters ? 'lettersOn' : 'lettersOff')}</p>
      <Facts items={[{ name: 'J K ↓ ↑', value: t('key.step') }, ...acts, { name: '?', value: t('key.keys') }]} />
    </ConfirmDialog>
  );
};
