import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './note.module.css';

/** A remark that stays on the screen: something to know or to do. */
export const Note = ({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }) => (
  <div className={cx(styles.note, styles[tone])}>{children}</div>
);
