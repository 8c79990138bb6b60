import type { ReactNode } from 'react';
import styles from './item-list.module.css';

type Item = {
  id: string;
  title: string;
  chips?: ReactNode;
  detail?: ReactNode;
  /** At the end of the item, such as a button. */
  action?: ReactNode;
};

/** A short list of things with a line of detail each, such as passkeys. */
export const ItemList = ({ items }: { items: readonly Item[] }) => (
  <ul className={styles.list}>
    {items.map(({ id, title, chips, detail, action }) => (
      <li key={id} className={styles.item}>
        <div className={styles.words}>
          <p className={styles.title}>
            {title} {chips}
          </p>
          {detail !== undefined && <p className={styles.detail}>{detail}</p>}
        </div>
        {action}
      </li>
    ))}
  </ul>
);
