import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './pick-list.module.css';

type Named = { readonly id: string | number };
type Props<Item extends Named> = {
  label: string;
  items: readonly Item[];
  current: Item['id'] | undefined;
  onChoose(id: Item['id']): void;
  className?: string | undefined;
  children(item: Item): ReactNode;
};

/** A list beside the item that is open. One stop of the Tab key; the keys of the screen go through it. */
export const PickList = <Item extends Named>(props: Props<Item>) => {
  const { label, items, current, onChoose, className, children } = props;
  const list = useRef<HTMLUListElement>(null);
  // Moves the focus to the current item if it is in the list, or if the element that had it was removed.
  useEffect(() => {
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-item="${current}"]`);
    button?.scrollIntoView({ block: 'nearest' });
    const focused = document.activeElement;
    if (focused === document.body || list.current?.contains(focused)) button?.focus({ preventScroll: true });
  }, [current]);
  return (
    <ul ref={list} className={cx(styles.list, className)} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            data-item={item.id}
            className={cx(styles.item, item.id === current && styles.current)}
            aria-current={item.id === current || undefined}
            tabIndex={item.id === current ? 0 : -1}
            onClick={() => onChoose(item.id)}
          >
            {children(item)}
          </button>
        </li>
      ))}
    </ul>
  );
};
