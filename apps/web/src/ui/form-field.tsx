import { type ComponentProps, type ReactNode, useId } from 'react';
import { afterPress } from './after-press.ts';
import { cx } from './cx.ts';
import styles from './form-field.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  hint?: string | undefined;
  /** The validation error, shown under the field. */
  error?: string | undefined;
  /** After the text, inside the field's frame. */
  trailing?: ReactNode;
};

/** A labelled input whose hint and error are linked for screen readers. */
export const FormField = ({ label, hint, error, trailing, className, onBlur, ...input }: Props) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = cx(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={cx(styles.field, error !== undefined && styles.bad, className)}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
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
