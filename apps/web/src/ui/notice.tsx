import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { CheckIcon } from './icons.tsx';
import styles from './notice.module.css';

type Props = { tone: 'ok' | 'bad' | 'wait' | 'plain'; children: ReactNode };

/** A message in a form, announced to screen readers; an error interrupts them. */
export const Notice = ({ tone, children }: Props) => (
  <div className={cx(styles.notice, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
    {tone === 'ok' && <CheckIcon />}
    {tone === 'wait' && <i className={styles.spinner} />}
    <p>{children}</p>
  </div>
);
