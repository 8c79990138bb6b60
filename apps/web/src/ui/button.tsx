import { type ComponentProps, type KeyboardEvent, type MouseEvent, useId } from 'react';
import { notePress, useOpening } from '../lib/opening.ts';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Tone = 'gold' | 'ghost' | 'plain';
type Style = { tone?: Tone; full?: boolean };

const classesOf = ({ tone = 'gold', full = false }: Style): string =>
  cx(styles.button, styles[tone], full && styles.full);

/** Ignores a key that is held down since before the button had the focus: a dialog may open with it focused. */
const ignoreHeldKey = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

/**
 * A button that ignores presses while busy or disabled, but keeps the focus: the browser takes the focus from an element
 * with the attribute `disabled`. A busy button keeps its size and label. It is also busy while the code of what it opens
 * loads.
 */
export const Button = ({
  tone = 'gold',
  full = false,
  busy: working = false,
  className,
  disabled = false,
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & Style & { busy?: boolean }) => {
  const id = useId();
  const opening = useOpening((state) => state.opening && state.pressed === id);
  const busy = working || opening;
  const off = disabled || busy;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // This also stops the form's submission.
    if (off) {
      event.preventDefault();
      return;
    }
    notePress(id);
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(classesOf({ tone, full }), busy && styles.busy, className)}
      onClick={press}
      onKeyDown={ignoreHeldKey}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
    />
  );
};

/** A link to another site, shown as a button; it opens in a new tab without an opener. */
export const ButtonLink = ({ tone = 'gold', full = false, className, ...rest }: ComponentProps<'a'> & Style) => (
  <a {...rest} className={cx(classesOf({ tone, full }), className)} target="_blank" rel="noopener noreferrer" />
);

/** A link to an app of the device, shown as a button. The page stays. */
export const AppLink = ({
  href,
  tone = 'gold',
  full = false,
  className,
  ...rest
}: ComponentProps<'a'> & Style & { href: string }) => (
  <a {...rest} href={href} className={cx(classesOf({ tone, full }), className)} onKeyDown={ignoreHeldKey} />
);
