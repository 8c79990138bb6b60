import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { cx } from './cx.ts';

export type ChipTone = 'plain' | 'ok' | 'warn' | 'bad' | 'accent';

/** A word about the thing beside it, such as its state. The colour only repeats what the word says. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) => (
  <span className={cx(styles.chip, styles[tone])}>{children}</span>
);
