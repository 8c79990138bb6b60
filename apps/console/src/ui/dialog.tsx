import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import styles from './dialog.module.css';
import { noteDialog } from './open-dialogs.ts';

type Props = {
  title: string;
  onClose(): void;
  /** Whether the person can close it: not while a change runs. */
  closable?: boolean;
  /** For a table, or two columns. */
  wide?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog, shown while it is rendered. With the browser's own element, the page behind the dialog is inert. When
 * the dialog closes, the focus returns to where it was. A library would lock the scrolling with a style element, which
 * the Content-Security-Policy refuses.
 */
export const Dialog = ({ title, onClose, closable = true, wide = false, children }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    const opener = document.activeElement;
    const noteClosed = noteDialog();
    shown?.showModal();
    // Not the first field: the text above it says what will happen, and a phone's keyboard would cover that.
    heading.current?.focus();
    return () => {
      shown?.close();
      // A list that was loaded again may have replaced the button that opened the dialog.
      const place = opener?.isConnected ? opener : document.querySelector('h1');
      if (place instanceof HTMLElement) place.focus({ preventScroll: true });
      noteClosed();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={cx(styles.dialog, wide && styles.wide)}
      aria-labelledby={id}
      onCancel={(event) => {
        // The parent decides, so that the dialog is never closed and still rendered.
        event.preventDefault();
        if (closable) onClose();
      }}
    >
      <div className={styles.body}>
        <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {children}
        <button
          type="button"
          className={styles.close}
          aria-label={t('close')}
          aria-disabled={!closable || undefined}
          onClick={() => closable && onClose()}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      </div>
    </dialog>
  );
};

/** The buttons at the end of a dialog, the main one last. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
);
