import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
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

/** Where a key leads from one of the tabs (WAI-ARIA, the tabs pattern); past either end it goes on at the other. */
const KEYS: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowLeft: (from, last) => (from === 0 ? last : from - 1),
  ArrowRight: (from, last) => (from === last ? 0 : from + 1),
  Home: () => 0,
  End: (_from, last) => last,
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
    const open = bar?.querySelector<HTMLElement>('[aria-selected=true]');
    if (bar && open) bar.scrollLeft = open.offsetLeft - (bar.clientWidth - open.clientWidth) / 2;
  }, [value]);
  const move = (event: KeyboardEvent): void => {
    const from = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[KEYS[event.key]?.(from, tabs.length - 1) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(idOf(next.value))?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        className={cx(styles.list, even && styles.even)}
        aria-label={label}
        onKeyDown={move}
      >
        {tabs.map((tab) => {
          const open = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={idOf(tab.value)}
              className={styles.tab}
              aria-selected={open}
              aria-controls={open ? panel : undefined}
              tabIndex={open ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel of tabs is a stop of its own (WAI-ARIA). */}
      <div role="tabpanel" id={panel} aria-labelledby={idOf(value)} tabIndex={0} className={styles.panel}>
        {children}
      </div>
    </>
  );
};
