import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../../ui/field.tsx';
import styles from './exclusions.module.css';

type Props = {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange(chosen: string[]): void;
};

/** A choice of several options: the list adds one at a time, and a press on a chosen option removes it. */
export const ChosenList = ({ label, options, chosen, onChange }: Props) => {
  const { t } = useTranslation('exclusions');
  const [value, setValue] = useState('');
  const titles = new Map(options.map((option) => [option.value, option.label]));
  return (
    <div className={styles.chosen}>
      <Select
        label={label}
        value={value}
        options={[
          { value: '', label: t('criteria.choose') },
          ...options.filter((option) => !chosen.includes(option.value)),
        ]}
        onChange={(event) => {
          setValue('');
          if (event.target.value !== '') onChange([...chosen, event.target.value]);
        }}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosenItems} aria-label={label}>
          {chosen.map((each) => (
            <li key={each}>
              <button
                type="button"
                className={styles.remove}
                onClick={() => onChange(chosen.filter((other) => other !== each))}
              >
                {titles.get(each) ?? each} <span aria-hidden="true">×</span>
                <span className="visually-hidden"> {t('criteria.remove')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
