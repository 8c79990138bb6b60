import { cx } from './cx.ts';
import styles from './switcher.module.css';

type Option<Value extends string> = { readonly value: Value; readonly label: string; readonly lang?: string };
type Props<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  small?: boolean;
  onChange(value: Value): void;
};

/** A switch between a few options. */
export const Switcher = <Value extends string>({ label, options, value, small = false, onChange }: Props<Value>) => (
  <fieldset className={cx(styles.switcher, small && styles.small)}>
    <legend className="visually-hidden">{label}</legend>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        lang={option.lang}
        className={cx(styles.option, option.value === value && styles.on)}
        aria-pressed={option.value === value}
        onClick={() => option.value !== value && onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </fieldset>
);
