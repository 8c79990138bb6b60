import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Tone = 'gold' | 'ghost' | 'plain';
type Look = { tone?: Tone; full?: boolean };

const classesOf = ({ tone = 'gold', full = false }: Look): string =>
  cx(styles.button, styles[tone], full && styles.full);

/** A button; while `busy` it keeps its place and its words, and can't be pressed. */
export const Button = ({
  tone = 'gold',
  full = false,
  busy = false,
  className,
  disabled = false,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) => (
  <button
    {...rest}
    type={type}
    className={cx(classesOf({ tone, full }), busy && styles.busy, className)}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  />
);

/** A link that looks like a button, to another site: it opens in a new tab and gives that site no way back. */
export const ButtonLink = ({ tone = 'gold', full = false, className, ...rest }: ComponentProps<'a'> & Look) => (
  <a {...rest} className={cx(classesOf({ tone, full }), className)} target="_blank" rel="noopener noreferrer" />
);
