import { CODE_LENGTH } from '@laurel/contracts/limits';
import { getNonce } from 'get-nonce';
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp';
import { type Ref, useId } from 'react';
import styles from './code-input.module.css';
import { cx } from './cx.ts';

type Props = {
  label: string;
  value: string;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onChange(code: string): void;
  /** Called with all six digits. */
  onComplete?(code: string): void;
};

const Cell = ({ char, isActive }: SlotProps) => (
  <span className={cx(styles.cell, isActive && styles.active)}>
    {char ?? (isActive && <i className={styles.caret} />)}
  </span>
);

/** Six boxes over one input: typing, pasting and a phone's own code suggestion all work. */
export const CodeInput = ({ label, value, error, ref, onChange, onComplete }: Props) => {
  const id = useId();
  const nonce = getNonce();
  return (
    <div className={cx(styles.code, error !== undefined && styles.bad)}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <OTPInput
        ref={ref ?? null}
        id={id}
        maxLength={CODE_LENGTH}
        pattern={REGEXP_ONLY_DIGITS}
        inputMode="numeric"
        autoComplete="one-time-code"
        pasteTransformer={(text) => text.replace(/\D/g, '')}
        noScriptCSSFallback={null}
        {...(nonce === undefined ? {} : { nonce })}
        value={value}
        onChange={onChange}
        onComplete={(code: string) => onComplete?.(code)}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        containerClassName={styles.cells ?? ''}
        render={({ slots }) => slots.map((slot, place) => <Cell key={place} {...slot} />)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
