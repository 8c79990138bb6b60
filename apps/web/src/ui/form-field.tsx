import { type ComponentProps, type ReactNode, useId } from 'react';
import { afterPress } from './after-press.ts';
import { cx } from './cx.ts';
import styles from './form-field.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  /** At the end of the label's line, such as a button that explains the field. */
  beside?: ReactNode;
  hint?: string | undefined;
  /** The validation error, shown under the field. */
  error?: string | undefined;
  /** Before the text, inside the field's frame. */
  leading?: ReactNode;
  /** After the text, inside the field's frame. */
  trailing?: ReactNode;
};

/** A labelled input whose hint and error are linked for screen readers. */
export const FormField = ({ label, beside, hint, error, leading, trailing, className, onBlur, ...input }: Props) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = cx(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={cx(styles.field, error !== undefined && styles.bad, className)}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {beside}
      </div>
      <div className={styles.frame}>
        {leading}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          onBlur={(event) => afterPress(() => onBlur?.(event))}
        />
        {trailing}
      </div>
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};
