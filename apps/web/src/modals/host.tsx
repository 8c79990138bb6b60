import { type ComponentType, createElement, Suspense } from 'react';
import { Dialog, DialogWait } from '../ui/dialog.tsx';
import { closeModal, useModals } from './store.ts';
import type { ModalProps, ModalRegistry, ModalRequest, ModalType } from './types.ts';

const drawn = <T extends ModalType>(registry: ModalRegistry, request: { type: T; props: ModalProps[T] }) => {
  const Modal: ComponentType<ModalProps[T]> = registry[request.type];
  return createElement(Modal, request.props);
};

/** A plain message goes by itself: it has no close button. */
const hasCloseButton = ({ type }: ModalRequest): boolean => type !== 'message' && type !== 'trouble';

/** Shows the modal that is open. */
export const ModalHost = ({ registry }: { registry: ModalRegistry }) => {
  const { current, closable } = useModals();
  if (!current) return null;
  return (
    <Dialog closable={closable} closeButton={closable && hasCloseButton(current)} onClose={closeModal}>
      <Suspense fallback={<DialogWait />}>{drawn(registry, current)}</Suspense>
    </Dialog>
  );
};
