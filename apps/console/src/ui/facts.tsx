import type { ReactNode } from 'react';
import styles from './facts.module.css';

type Props = { items: readonly { name: string; value: ReactNode }[] };

/** Names and values in two columns; on a phone each value is below its name. */
export const Facts = ({ items }: Props) => (
  <dl className={styles.facts}>
    {items.map(({ name, value }) => (
      <div key={name} className={styles.fact}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
