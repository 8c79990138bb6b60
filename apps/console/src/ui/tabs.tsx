import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

type Props<Value extends string> = {
  label: string;
  tabs: readonly { value: NoInfer<Value>; label: ReactNode; content: ReactNode }[];
  value: Value;
  onChange(value: NoInfer<Value>): void;
};

/** Parts of a screen, of which one is shown. The screen keeps the value in its address. */
export const Tabs = <Value extends string>({ label, tabs, value, onChange }: Props<Value>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => {
      const tab = tabs.find((each) => each.value === next);
      if (tab) onChange(tab.value);
    }}
  >
    <Radix.List className={styles.list} aria-label={label}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className={styles.content}>
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
