import { type ComponentType, createElement, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogNote, DialogWait } from '../ui/dialog.tsx';
import { controlsOf } from './controls.ts';
import { dismissModal, useModals } from './store.ts';
import type { ModalProps, ModalRegistry, ModalRequest, ModalType } from './types.ts';

const draw = <T extends ModalType>(registry: ModalRegistry, request: { type: T; props: ModalProps[T] }): ReactNode => {
  const Modal: ComponentType<ModalProps[T]> = registry[request.type];
  return createElement(Modal, request.props);
};

type LayerProps = {
  registry: ModalRegistry;
  request: ModalRequest;
  /** Under the title of each step. */
  note?: ReactNode;
  closable: boolean;
  onClose(): void;
  /** Opens support; absent in front of another modal. */
  onSupport?: (() => void) | undefined;
};

const Layer = ({ registry, request, note, closable, onClose, onSupport }: LayerProps) => {
  const { t } = useTranslation();
  const { closeButton, supportLink } = controlsOf(request.type, closable);
  return (
    <Dialog
      closable={closable}
      closeButton={closeButton}
      onClose={onClose}
      footer={
        supportLink &&
        onSupport && (
          <Button tone="plain" full onClick={onSupport}>
            {t('support')}
          </Button>
        )
      }
    >
      <DialogNote value={note}>
        <Suspense fallback={<DialogWait />}>{draw(registry, request)}</Suspense>
      </DialogNote>
    </Dialog>
  );
};

type HostProps = {
  registry: ModalRegistry;
  /** What to show under the title of a modal. */
  noteFor(request: ModalRequest): ReactNode;
  onSupport(): void;
};

/** Shows the open modal and the one in front of it. */
export const ModalHost = ({ registry, noteFor, onSupport }: HostProps) => {
  const { current, closable, aside } = useModals();
  if (!current) return null;
  return (
    <>
      <Layer
        registry={registry}
        request={current}
        note={noteFor(current)}
        closable={closable}
        onClose={dismissModal}
        onSupport={onSupport}
      />
      {aside && <Layer registry={registry} request={aside} closable onClose={dismissModal} />}
    </>
  );
};
