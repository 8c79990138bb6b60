import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './screen-head.module.css';

type Props = {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  /** Facts and buttons beside the title. */
  children?: ReactNode;
};

/**
 * The head of a screen, with its only h1. The h1 is also the document's title, and gets the focus when the screen
 * opens.
 */
export const ScreenHead = ({ title, lead, children }: Props) => {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('documentTitle', { screen: title });
  }, [t, title]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {children}
    </header>
  );
};
