import * as Radix from 'radix-ui/tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './tabs.module.css';

type Tab = { readonly value: string; readonly label: string };
type Props = {
  /** What the tabs are about, for those who don't see them. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  /** Even tabs share the width; otherwise they scroll sideways where there is no room. */
  even?: boolean;
  onChange(value: string): void;
  /** The open tab's panel. */
  children: ReactNode;
};

/** Tabs over one panel; the arrow keys move between them. */
export const Tabs = ({ label, tabs, value, even = false, onChange, children }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = list.current;
    const open = bar?.querySelector<HTMLElement>('[data-state=active]');
    if (bar && open) bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.clientWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List ref={list} className={cx(styles.list, even && styles.even)} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className={styles.panel}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
};
