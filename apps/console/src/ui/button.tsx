import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Props = ComponentProps<'button'> & {
  tone?: 'main' | 'plain' | 'danger' | 'quiet';
  small?: boolean;
  /** While its action runs: it keeps its size, label and focus, and ignores presses. */
  busy?: boolean;
};

/** A button that ignores presses while busy or disabled, but keeps the focus, which the attribute `disabled` would take. */
export const Button = ({
  tone = 'plain',
  small = false,
  busy = false,
  disabled = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: Props) => {
  const off = disabled || busy;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // This also stops the form's submission.
    if (off) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(styles.button, styles[tone], small && styles.small, busy && styles.busy, className)}
      onClick={press}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
    />
  );
};
