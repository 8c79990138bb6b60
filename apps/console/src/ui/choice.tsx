import { useId } from 'react';
import styles from './choice.module.css';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: NoInfer<Value>; label: string; lang?: string }[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
  /** Whether the label is for screen readers only. */
  quiet?: boolean;
};

/** A choice of one of a few options, which are all visible: radio buttons that look like one control. */
export const Choice = <Value extends string>({ label, options, value, onChange, quiet = false }: Props<Value>) => {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={quiet ? 'visually-hidden' : styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} lang={option.lang}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
