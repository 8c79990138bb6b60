import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { cx } from './cx.ts';
import styles from './stat-number.module.css';

type Props = {
  title: string;
  /** The number in words, such as `4,207`; undefined while it loads. */
  value: ReactNode;
  /** Something to compare the number with. */
  note?: ReactNode;
  tone?: 'plain' | 'warn' | 'bad';
};

/** A card with one large number. */
export const StatNumber = ({ title, value, note, tone = 'plain' }: Props) => (
  <Card title={title} tone={tone}>
    <p className={styles.value}>{value ?? <span className={styles.wait}>–</span>}</p>
    {note !== undefined && <p className={styles.note}>{note}</p>}
  </Card>
);

/** A row of numbers with their labels, inside a card. */
export const Sums = ({
  items,
}: {
  items: readonly { value: ReactNode; label: string; tone?: 'bad' | 'warn' | undefined }[];
}) => (
  <ul className={styles.sums}>
    {items.map(({ value, label, tone }) => (
      <li key={label}>
        <b className={cx(styles.sum, tone !== undefined && styles[tone])}>{value}</b>
        {label}
      </li>
    ))}
  </ul>
);
