import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import styles from './key-button.module.css';

type Props = ComponentProps<typeof Button> & {
  /** The key that presses it, too; none while letters are off. */
  letter: string | undefined;
};

/** A button that also shows its key, where there is a keyboard. */
export const KeyButton = ({ letter, children, ...rest }: Props) => (
  <Button {...rest} aria-keyshortcuts={letter}>
    {children}
    {letter !== undefined && (
      <span className={styles.key} aria-hidden="true">
        {letter}
      </span>
    )}
  </Button>
);
