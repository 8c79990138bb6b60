import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MODAL_AUTO_CLOSE_MS } from '../lib/limits.ts';
import { Button } from '../ui/button.tsx';
import { DialogTitle, Stage } from '../ui/dialog.tsx';
import styles from './message-modal.module.css';
import { advanceModal, closeInFront, continueDelay, holdDelay, openModal, useModals } from './store.ts';
import type { ModalProps } from './types.ts';

/** Events of a user in the dialog. A pointer that was already there when the dialog opened causes none. */
const ATTENTION = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Shows a message, which closes or continues by itself, or stays until the user closes it. If it closes by itself but
 * leaves something to do, its delay stops while the user points at it or uses the keyboard in it.
 */
export const MessageModal = ({ title, text, detail, action, onward, other }: ModalProps['message']) => {
  const { t } = useTranslation();
  const aside = useModals((modals) => modals.aside !== undefined);
  // A message in front of another modal stays until it is closed: the delay belongs to the modal behind.
  const later = useModals((modals) => (aside ? undefined : modals.later));
  const held = useModals((modals) => modals.held);
  const message = useRef<HTMLDivElement>(null);
  const leavesSomethingToDo = later !== undefined && (onward ?? other) !== undefined;
  useEffect(() => {
    const dialog = message.current?.closest('[role=dialog]');
    if (!leavesSomethingToDo || !dialog) return undefined;
    const stop = new AbortController();
    for (const sign of ATTENTION) dialog.addEventListener(sign, holdDelay, { signal: stop.signal });
    dialog.addEventListener('pointerleave', continueDelay, { signal: stop.signal });
    return () => stop.abort();
  }, [leavesSomethingToDo]);
  const proceed = () => {
    if (aside) closeInFront();
    else if (onward) openModal(onward);
    else advanceModal();
  };
  return (
    <Stage name={title}>
      <div ref={message} className={styles.message} role={later ? 'status' : undefined}>
        <DialogTitle roomy={later !== undefined}>{title}</DialogTitle>
        <p>{text}</p>
        {detail !== undefined && <p>{detail}</p>}
      </div>
      {(action !== undefined || !later) && (
        <Button full onClick={proceed}>
          {action ?? t('close')}
        </Button>
      )}
      {other && (
        <Button tone="plain" full onClick={() => openModal(other.onward)}>
          {other.action}
        </Button>
      )}
      {later && (
        <i
          className={styles.remaining}
          style={{
            animationDuration: `${later.delayMs ?? MODAL_AUTO_CLOSE_MS}ms`,
            animationPlayState: held ? 'paused' : 'running',
          }}
        />
      )}
    </Stage>
  );
};
