import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { whenNoDialog } from './open-dialogs.ts';
import styles from './toast.module.css';

const SHOWN_FOR_MS = 6_000;

type Toast = { readonly id: number; readonly text: string; readonly undo?: { label: string; run(): void } };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const become = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const remove = (id: number): void => become(toasts.filter((toast) => toast.id !== id));

/**
 * Says at the edge of the page that something happened, for some seconds; if a dialog is open, once it is closed.
 * @param undo a button that takes it back, shown as long as the text
 */
export const showToast = (
  text: string,
  { undo, forMs = SHOWN_FOR_MS }: { undo?: Toast['undo']; forMs?: number } = {},
): void => {
  lastId += 1;
  const id = lastId;
  whenNoDialog(() => {
    become([...toasts.slice(-2), { id, text, ...(undo === undefined ? {} : { undo }) }]);
    window.setTimeout(() => remove(id), forMs);
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
      {shown.map(({ id, text, undo }) => (
        <div key={id} className={styles.toast}>
          <p>{text}</p>
          {undo && (
            <button
              type="button"
              className={styles.undo}
              onClick={() => {
                remove(id);
                undo.run();
              }}
            >
              {undo.label}
            </button>
          )}
        </div>
      ))}
    </section>
  );
};
