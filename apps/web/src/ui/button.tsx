import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Tone = 'gold' | 'ghost' | 'plain';
type Style = { tone?: Tone; full?: boolean };

const classesOf = ({ tone = 'gold', full = false }: Style): string =>
  cx(styles.button, styles[tone], full && styles.full);

/**
 * A button that ignores presses while busy or disabled, but keeps the focus: the browser takes the focus from an element
 * with the attribute `disabled`. A busy button keeps its size and label.
 */
export const Button = ({
  tone = 'gold',
  full = false,
  busy = false,
  className,
  disabled = false,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Style & { busy?: boolean }) => {
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
      className={cx(classesOf({ tone, full }), busy && styles.busy, className)}
      onClick={press}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
    />
  );
};

/** A link to another site, shown as a button; it opens in a new tab without an opener. */
export const ButtonLink = ({ tone = 'gold', full = false, className, ...rest }: ComponentProps<'a'> & Style) => (
  <a {...rest} className={cx(classesOf({ tone, full }), className)} target="_blank" rel="noopener noreferrer" />
);
