import { type ComponentProps, useRef, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './remote.module.css';

const HOLD_MS = 500;

/** A button that a pocket does not press: it takes half a second, with a finger or a key. */
export const HoldButton = ({ onHold, className, ...rest }: ComponentProps<'button'> & { onHold(): void }) => {
  const timer = useRef<number>(undefined);
  const [held, setHeld] = useState(false);
  const end = () => {
    window.clearTimeout(timer.current);
    setHeld(false);
  };
  const start = () => {
    end();
    setHeld(true);
    timer.current = window.setTimeout(() => {
      end();
      onHold();
    }, HOLD_MS);
  };
  return (
    <button
      {...rest}
      type="button"
      className={cx(className, styles.hold, held && styles.held)}
      onPointerDown={start}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={({ key, repeat }) => !repeat && (key === 'Enter' || key === ' ') && start()}
      onKeyUp={end}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
};
