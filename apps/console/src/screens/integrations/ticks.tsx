import styles from './integrations.module.css';

type Props<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange(chosen: Value[]): void;
};

/** A choice of any number of options, which are all visible. */
export const Ticks = <Value extends string>({ label, options, chosen, onChange }: Props<Value>) => (
  <fieldset className={styles.ticks}>
    <legend>{label}</legend>
    {options.map((option) => (
      <label key={option.value}>
        <input
          type="checkbox"
          checked={chosen.includes(option.value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value))
          }
        />
        {option.label}
      </label>
    ))}
  </fieldset>
);
