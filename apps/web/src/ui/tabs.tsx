import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './tabs.module.css';

type Tab = { readonly value: string; readonly label: string };
type Props = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  value: string;
  /** Even tabs share the width; others scroll sideways if they don't fit. */
  even?: boolean;
  onChange(value: string): void;
  /** The content of the open tab. */
  children: ReactNode;
};

/** The tab that a key moves to (WAI-ARIA's tabs pattern); the ends wrap around. */
const KEYS: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowLeft: (from, last) => (from === 0 ? last : from - 1),
  ArrowRight: (from, last) => (from === last ? 0 : from + 1),
  Home: () => 0,
  End: (_from, last) => last,
};

/** Tabs over one panel, with arrow-key navigation. */
export const Tabs = ({ label, tabs, value, even = false, onChange, children }: Props) => {
  const id = useId();
  const panel = `${id}-panel`;
  const idOf = (tab: string): string => `${id}-${tab}`;
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef(tabs[0]?.value);
  useEffect(() => {
    // An open first tab needs no scrolling, and measuring it would force an early layout.
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
