import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Tone = 'gold' | 'ghost' | 'plain';
type Look = { tone?: Tone; full?: boolean };

const classesOf = ({ tone = 'gold', full = false }: Look): string =>
  cx(styles.button, styles[tone], full && styles.full);

/**
 * A button; while `busy` it keeps its place and its words. Busy or disabled, it does nothing when it is pressed, but keeps
 * the focus: the browser takes the focus from an element with the attribute `disabled`.
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
}: ComponentProps<'button'> & Look & { busy?: boolean }) => {
  const off = disabled || busy;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // This also keeps a form from being sent.
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

/** A link that looks like a button, to another site: it opens in a new tab and gives that site no way back. */
export const ButtonLink = ({ tone = 'gold', full = false, className, ...rest }: ComponentProps<'a'> & Look) => (
  <a {...rest} className={cx(classesOf({ tone, full }), className)} target="_blank" rel="noopener noreferrer" />
);
