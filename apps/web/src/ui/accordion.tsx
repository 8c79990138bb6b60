import * as Radix from 'radix-ui/accordion';
import type { ReactNode } from 'react';
import styles from './accordion.module.css';
import { cx } from './cx.ts';
import { PlusIcon } from './icons.tsx';

type Props = { open: readonly string[]; onChange(open: string[]): void; children: ReactNode };

/** Any number of items, any number of them open. */
export const Accordion = ({ open, onChange, children }: Props) => (
  <Radix.Root type="multiple" value={[...open]} onValueChange={onChange} className={styles.list}>
    {children}
  </Radix.Root>
);

type ItemProps = {
  value: string;
  /** The item's place in the list, for the eye. */
  number: string;
  title: string;
  summary: string;
  className?: string | undefined;
  children: ReactNode;
};

/** One item: a heading that opens and closes what is under it. */
export const AccordionItem = ({ value, number, title, summary, className, children }: ItemProps) => (
  <Radix.Item value={value} id={value} className={cx(styles.item, className)}>
    <Radix.Header className={styles.header}>
      <Radix.Trigger className={styles.trigger}>
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
        <span className={styles.title}>
          {title}
          <small>{summary}</small>
        </span>
        <span className={styles.sign}>
          <PlusIcon />
        </span>
      </Radix.Trigger>
    </Radix.Header>
    <Radix.Content className={styles.content}>
      <div className={styles.body}>{children}</div>
    </Radix.Content>
  </Radix.Item>
);
