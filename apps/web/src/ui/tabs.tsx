import * as Radix from 'radix-ui/tabs';
import { type ReactNode, useEffect, useId, useRef } from 'react';
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
  const id = useId();
  const panel = `${id}-panel`;
  const idOf = (tab: string): string => `${id}-${tab}`;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(tabs[0]?.value);
  useEffect(() => {
    // Where the first tab is open at first there is nothing to scroll to, and asking would lay out the page too early.
    if (shown.current === value) return;
    shown.current = value;
    const bar = list.current;
    const open = bar?.querySelector<HTMLElement>('[data-state=active]');
    if (bar && open) bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.clientWidth) / 2;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List ref={list} className={cx(styles.list, even && styles.even)} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            id={idOf(tab.value)}
            aria-controls={tab.value === value ? panel : undefined}
            className={styles.tab}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {/* Radix' own panel asks for its computed style when it is drawn, and again at every change. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel of tabs is a stop of its own (WAI-ARIA). */}
      <div role="tabpanel" id={panel} aria-labelledby={idOf(value)} tabIndex={0} className={styles.panel}>
        {children}
      </div>
    </Radix.Root>
  );
};
