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

/** The head of a screen: its only h1, which names the document and takes the focus when somebody arrives. */
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
