import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { cx } from './cx.ts';

type Props = {
  title?: string;
  /** Something beside the title, such as a button. */
  beside?: ReactNode;
  /** `warn` if somebody must act, `bad` if something is broken. */
  tone?: 'plain' | 'warn' | 'bad';
  children: ReactNode;
};

/** A panel of a screen; with a title it is a region of that name. */
export const Card = ({ title, beside, tone = 'plain', children }: Props) => {
  const id = useId();
  return (
    <section className={cx(styles.card, styles[tone])} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <div className={styles.top}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {beside}
        </div>
      )}
      {children}
    </section>
  );
};
