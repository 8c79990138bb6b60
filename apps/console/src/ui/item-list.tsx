import type { ReactNode } from 'react';
import styles from './item-list.module.css';

type Item = {
  id: string;
  title: string;
  chips?: ReactNode;
  detail?: ReactNode;
  /** Something at the end of the item, such as a button. */
  action?: ReactNode;
};

/** A short list of items, such as passkeys, each with a line of detail. */
export const ItemList = ({ items }: { items: readonly Item[] }) => (
  <ul>
    {items.map(({ id, title, chips, detail, action }) => (
      <li key={id} className={styles.item}>
        <div className={styles.words}>
          <p className={styles.title}>
            {title} {chips}
          </p>
          {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        </div>
        {action}
      </li>
    ))}
  </ul>
);
