import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { whenNoDialog } from './open-dialogs.ts';
import styles from './toast.module.css';

const SHOWN_FOR_MS = 6_000;

type Toast = { readonly id: number; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const become = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const remove = (id: number): void => become(toasts.filter((toast) => toast.id !== id));

/** Says at the edge of the page that something happened, for some seconds; if a dialog is open, once it is closed. */
export const showToast = (text: string): void => {
  lastId += 1;
  const id = lastId;
  whenNoDialog(() => {
    become([...toasts.slice(-2), { id, text }]);
    window.setTimeout(() => remove(id), SHOWN_FOR_MS);
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
