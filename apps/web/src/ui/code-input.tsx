import { CODE_LENGTH } from '@laurel/contracts/limits';
import { getNonce } from 'get-nonce';
import { OTPInput, type SlotProps } from 'input-otp';
import { type Ref, useId, useState } from 'react';
import { useFieldText } from '../i18n/failure-text.ts';
import { codeIn } from '../lib/input.ts';
import styles from './code-input.module.css';
import { cx } from './cx.ts';

/** More than a code has, so that the browser does not cut a text before its digits are taken. */
const TEXT_MAX = 64;

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

/**
 * Six boxes over one input: typing, pasting, and the suggestion of a phone or its keyboard all work. More than six digits
 * are refused.
 */
export const CodeInput = ({ label, value, error, ref, onChange, onComplete }: Props) => {
  const id = useId();
  const nonce = getNonce();
  const fieldText = useFieldText();
  const [tooLong, setTooLong] = useState(false);
  const wrong = tooLong ? fieldText('codeShort') : error;
  const take = (text: string) => {
    const code = codeIn(text, value);
    setTooLong(code === undefined);
    if (code === undefined) return;
    onChange(code);
    if (code.length === CODE_LENGTH && value.length < CODE_LENGTH) onComplete?.(code);
  };
  return (
    <div className={cx(styles.code, wrong !== undefined && styles.bad)}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <OTPInput
        ref={ref ?? null}
        id={id}
        maxLength={TEXT_MAX}
        inputMode="numeric"
        autoComplete="one-time-code"
        noScriptCSSFallback={null}
        {...(nonce === undefined ? {} : { nonce })}
        value={value}
        onChange={take}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-error`}
        containerClassName={styles.cells ?? ''}
        render={({ slots, isFocused }) =>
          slots.slice(0, CODE_LENGTH).map((slot, place) => {
            // Behind the last digit there is no box for the cursor.
            const isLast = place === value.length - 1 && place === CODE_LENGTH - 1;
            return <Cell key={place} {...slot} isActive={slot.isActive || (isFocused && isLast)} />;
          })
        }
      />
      {wrong !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
};
