import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { whenNoDialog } from './open-dialogs.ts';
import styles from './toast.module.css';

const SHOWN_FOR_MS = 6_000;

type Toast = { readonly id: number; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const setToasts = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const remove = (id: number): void => setToasts(toasts.filter((toast) => toast.id !== id));

/**
 * Shows a message at the edge of the page for six seconds. If a dialog is open, the message waits until it is closed.
 */
export const showToast = (text: string): void => {
  lastId += 1;
  const id = lastId;
  whenNoDialog(() => {
    setToasts([...toasts.slice(-2), { id, text }]);
    setTimeout(() => remove(id), SHOWN_FOR_MS);
  });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place of the toasts, once per page. */
export const Toasts = () => {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className={styles.place} aria-label={t('news')} aria-live="polite">
      {shown.map(({ id, text }) => (
        <div key={id} className={styles.toast}>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
};
