import { type ComponentProps, type KeyboardEvent, type MouseEvent, useId } from 'react';
import { notePress, useOpening } from '../lib/opening.ts';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Tone = 'gold' | 'ghost' | 'plain';
type Style = { tone?: Tone; full?: boolean };

const classesOf = ({ tone = 'gold', full = false }: Style): string =>
  cx(styles.button, styles[tone], full && styles.full);

/**
 * Ignores Enter while it repeats. A press may open a dialog that focuses another button: the key that is still held
 * down must not press that one too.
 */
const ignoreHeldKey = (event: KeyboardEvent): void => {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
};

/**
 * A button that ignores presses while busy or disabled, but keeps the focus: the browser takes the focus from an
 * element with the attribute `disabled`. A busy button keeps its size and label. It is also busy while the code of the
 * dialog that it opens is loading.
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
}: Omit<ComponentProps<'button'>, 'onKeyDown'> & Style & { busy?: boolean }) => {
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

type LinkProps = Omit<ComponentProps<'a'>, 'onKeyDown'> & Style & { href: string };

/** A link with the URL scheme of an app, such as `otpauth:`, shown as a button. It opens the app; the page stays. */
export const AppLink = ({ href, tone = 'gold', full = false, className, ...rest }: LinkProps) => (
  <a {...rest} href={href} className={cx(classesOf({ tone, full }), className)} onKeyDown={ignoreHeldKey} />
);

/** A link to another site, shown as a button; it opens in a new tab without an opener. */
export const ButtonLink = (props: LinkProps) => <AppLink {...props} target="_blank" rel="noopener noreferrer" />;
