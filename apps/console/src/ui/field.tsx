import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './field.module.css';

type Words = {
  label: string;
  /** What to enter, under the label. */
  hint?: ReactNode;
  /** The validation error, under the field. */
  error?: string | undefined;
};

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

/** A label, a hint and an error around one control, linked to it for screen readers. */
const Frame = ({ label, hint, error, children }: Words & { children: (described: Described) => ReactNode }) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = cx(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': described || undefined })}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};

/** A labelled line of text. */
export const Field = ({ label, hint, error, className, ...input }: ComponentProps<'input'> & Words) => (
  <Frame label={label} hint={hint} error={error}>
    {(described) => <input {...input} {...described} className={cx(styles.control, className)} />}
  </Frame>
);

/** A labelled text of several lines. */
export const TextArea = ({ label, hint, error, className, rows = 3, ...area }: ComponentProps<'textarea'> & Words) => (
  <Frame label={label} hint={hint} error={error}>
    {(described) => (
      <textarea {...area} {...described} rows={rows} className={cx(styles.control, styles.area, className)} />
    )}
  </Frame>
);

type SelectProps = ComponentProps<'select'> & Words & { options: readonly { value: string; label: string }[] };

/** A labelled choice of one option. The device's own list works on a phone and with every keyboard. */
export const Select = ({ label, hint, error, options, className, ...select }: SelectProps) => (
  <Frame label={label} hint={hint} error={error}>
    {(described) => (
      <select {...select} {...described} className={cx(styles.control, styles.select, className)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Frame>
);
