import styles from './bar.module.css';
import { cx } from './cx.ts';

type Props = {
  /** From 0 to 1. */
  share: number;
  tone?: 'accent' | 'warn' | 'bad';
};

/** Draws a share of a whole as a bar. It only repeats the number beside it, so screen readers skip it. */
export const Bar = ({ share, tone = 'accent' }: Props) => (
  <span className={cx(styles.track, styles[tone])} aria-hidden="true">
    <span className={styles.fill} style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
  </span>
);
