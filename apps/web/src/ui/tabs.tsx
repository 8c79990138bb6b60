import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import { CheckIcon } from './icons.tsx';
import styles from './tabs.module.css';

type Tab = {
  readonly value: string;
  readonly label: string;
  /** Ticks the tab, with this text for screen readers. */
  readonly done?: string | undefined;
};
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

/** The tab that a key moves to (WAI-ARIA's tabs pattern), if any; the ends wrap around. */
const tabAfter = (key: string, from: number, count: number, rightToLeft: boolean): number | undefined => {
  const next = (from + 1) % count;
  const previous = (from + count - 1) % count;
  if (key === 'ArrowLeft') return rightToLeft ? next : previous;
  if (key === 'ArrowRight') return rightToLeft ? previous : next;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
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
  useEffect(() => {
    const bar = list.current;
    if (!bar) return undefined;
    /** Marks the ends behind which more tabs are; the bar fades there. */
    const mark = () => {
      const before = Math.abs(bar.scrollLeft);
      bar.toggleAttribute('data-more-before', before > 1);
      bar.toggleAttribute('data-more-after', bar.scrollWidth - bar.clientWidth - before > 1);
    };
    // Called first when the bar has been laid out, so that measuring it forces no layout.
    const sizes = new ResizeObserver(mark);
    sizes.observe(bar);
    for (const tab of bar.children) sizes.observe(tab);
    bar.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      bar.removeEventListener('scroll', mark);
    };
  }, []);
  const move = (event: KeyboardEvent): void => {
    const from = tabs.findIndex((tab) => tab.value === value);
    const rightToLeft = list.current !== null && getComputedStyle(list.current).direction === 'rtl';
    const next = tabs[tabAfter(event.key, from, tabs.length, rightToLeft) ?? -1];
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
              {tab.done !== undefined && (
                <>
                  <CheckIcon className={styles.done} />
                  <span className="visually-hidden">{tab.done}</span>
                </>
              )}
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
