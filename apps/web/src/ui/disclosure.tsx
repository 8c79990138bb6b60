import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import styles from './disclosure.module.css';
import { CheckIcon, PlusIcon } from './icons.tsx';

type Props = {
  /** The element's anchor. */
  id: string;
  /** The item's visible position in the list. */
  number: string;
  title: string;
  summary: string;
  /** Whether the summary has a tick. */
  done?: boolean | undefined;
  className?: string | undefined;
  open: boolean;
  onToggle(open: boolean): void;
  children: ReactNode;
};

/** A heading that shows and hides its content (WAI-ARIA's disclosure). */
export const Disclosure = ({
  id,
  number,
  title,
  summary,
  done = false,
  className,
  open,
  onToggle,
  children,
}: Props) => {
  const triggerId = useId();
  const contentId = useId();
  const { shown, moving, content } = useFolding(open);
  const state = open ? 'open' : 'closed';
  return (
    <div id={id} className={cx(styles.item, className)} data-state={state}>
      <h3 className={styles.header}>
        <button
          type="button"
          id={triggerId}
          className={styles.trigger}
          aria-expanded={open}
          aria-controls={shown ? contentId : undefined}
          onClick={() => onToggle(!open)}
        >
          <span className={styles.number} aria-hidden="true">
            {number}
          </span>
          <span className={styles.title}>
            {title}
            <small className={cx(done && styles.done)}>
              {done && <CheckIcon />}
              {summary}
            </small>
          </span>
          <span className={styles.sign}>
            <PlusIcon />
          </span>
        </button>
      </h3>
      {shown && (
        <section
          ref={content}
          id={contentId}
          aria-labelledby={triggerId}
          className={cx(styles.content, moving && styles.moving)}
          inert={!open}
        >
          <div className={styles.fold}>
            <div className={styles.body}>{children}</div>
          </div>
        </section>
      )}
    </div>
  );
};

/**
 * Whether the content is on the page: closed content stays until its animation ends. Nothing is measured, because
 * reading a height while rendering forces a layout of the page. Content that is open at first does not animate.
 */
const useFolding = (open: boolean) => {
  const content = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(open);
  const [before, setBefore] = useState(open);
  const [moving, setMoving] = useState(false);
  if (open !== before) {
    setBefore(open);
    setMoving(true);
    if (open) setShown(true);
  }
  useEffect(() => {
    if (open || !content.current) return undefined;
    let reopened = false;
    const folds = content.current.getAnimations().map(({ finished }) => finished);
    void Promise.allSettled(folds).then(() => {
      if (!reopened) setShown(false);
    });
    return () => {
      reopened = true;
    };
  }, [open]);
  return { shown, moving, content };
};
