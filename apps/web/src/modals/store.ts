import { MODAL_AUTO_CLOSE_MS } from '@laurel/contracts/limits';
import { create } from 'zustand';
import type { ModalRequest } from './types.ts';

/** What follows by itself: another modal, or none. */
export type Later = { readonly next?: ModalRequest | undefined; readonly delayMs?: number };

type Modals = {
  readonly current: ModalRequest | undefined;
  /** What the open modal turns into; undefined where it stays until it is closed. */
  readonly later: Later | undefined;
  /** Whether the person may close it: backup codes are shown once, so they stay until they are saved. */
  readonly closable: boolean;
  /** A modal in front of the open one, which waits behind it with all that was typed. */
  readonly aside: ModalRequest | undefined;
};

const NOTHING: Modals = { current: undefined, later: undefined, closable: true, aside: undefined };

/** The modal that is open, and what stands in front of it. */
export const useModals = create<Modals>(() => NOTHING);

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens a modal in place of the one that is open.
 * @param later closes it, or switches to another, by itself after a delay (4500 ms unless it says otherwise)
 */
export const openModal = (request: ModalRequest, later?: Later): void => {
  clearTimeout(timer);
  useModals.setState({ current: request, later, closable: true, aside: undefined });
  if (later) timer = setTimeout(advanceModal, later.delayMs ?? MODAL_AUTO_CLOSE_MS);
};

/** Opens a modal in front of the one that is open, or in front of another one there. */
export const openAside = (request: ModalRequest): void => useModals.setState({ aside: request });

/** Back to the modal behind. */
export const closeAside = (): void => useModals.setState({ aside: undefined });

/** Opens a modal in place of the foremost one. */
export const replaceForemost = (request: ModalRequest): void => {
  if (useModals.getState().aside) openAside(request);
  else openModal(request);
};

/** Does now what the open modal would do after its delay; one without a delay closes. */
export const advanceModal = (): void => {
  const next = useModals.getState().later?.next;
  if (next) openModal(next);
  else closeModal();
};

export const closeModal = (): void => {
  clearTimeout(timer);
  useModals.setState(NOTHING);
};

/** Whether the open modal may be closed. */
export const setClosable = (closable: boolean): void => useModals.setState({ closable });
