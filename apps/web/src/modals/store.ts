import { create } from 'zustand';
import { isAwaited } from '../lib/busy.ts';
import { MODAL_AUTO_CLOSE_MS } from '../lib/limits.ts';
import { goBackStep } from '../ui/use-back-step.ts';
import type { ModalRequest } from './types.ts';

/** What happens to the open modal after a delay: `next` replaces it, or it closes. */
export type Later = { readonly next?: ModalRequest | undefined; readonly delayMs?: number };

type Modals = {
  readonly current: ModalRequest | undefined;
  /** What happens to the open modal after a delay; undefined if it stays until it is closed. */
  readonly later: Later | undefined;
  /** Whether the delay is stopped. */
  readonly held: boolean;
  /** Whether the user may close it: backup codes are shown once, so they stay until they are saved. */
  readonly closable: boolean;
  /** A modal in front of the open one; the open one stays behind it with its input. */
  readonly aside: ModalRequest | undefined;
};

const NOTHING: Modals = { current: undefined, later: undefined, held: false, closable: true, aside: undefined };

/** The open modal and the one in front of it. */
export const useModals = create<Modals>(() => NOTHING);

let timer: ReturnType<typeof setTimeout> | undefined;
/** When the delay ends; while it is stopped, how much of it is left. */
let endsAt = 0;
let left = 0;

const startDelay = (ms: number): void => {
  endsAt = performance.now() + ms;
  timer = setTimeout(advanceModal, ms);
};

/**
 * Opens a modal in place of the open one.
 * @param later closes it, or switches to another modal, after a delay (default 4500 ms)
 */
export const openModal = (request: ModalRequest, later?: Later): void => {
  clearTimeout(timer);
  useModals.setState({ current: request, later, held: false, closable: true, aside: undefined });
  if (later) startDelay(later.delayMs ?? MODAL_AUTO_CLOSE_MS);
};

/** Stops the open modal's delay. */
export const holdDelay = (): void => {
  const { later, held } = useModals.getState();
  if (!later || held) return;
  clearTimeout(timer);
  left = endsAt - performance.now();
  useModals.setState({ held: true });
};

/** Continues the delay with what was left of it. */
export const continueDelay = (): void => {
  if (!useModals.getState().held) return;
  useModals.setState({ held: false });
  startDelay(left);
};

/** Opens a modal in front of the open one; replaces another one there. */
export const openInFront = (request: ModalRequest): void => useModals.setState({ aside: request });

/** Returns to the modal behind. */
export const closeInFront = (): void => useModals.setState({ aside: undefined });

/** Opens a modal in place of the foremost one. */
export const replaceForemost = (request: ModalRequest): void => {
  if (useModals.getState().aside) openInFront(request);
  else openModal(request);
};

/** Ends the open modal's delay now; a modal without one closes. */
export const advanceModal = (): void => {
  const next = useModals.getState().later?.next;
  if (next) openModal(next);
  else closeModal();
};

export const closeModal = (): void => {
  clearTimeout(timer);
  useModals.setState(NOTHING);
};

/** Whether the user may leave the step: backup codes, or the response to a request, would be lost. */
const mayLeave = (): boolean => useModals.getState().closable && !isAwaited();

/**
 * Closes the foremost modal for the user, if it may be closed. Until the dialog in front is ready for Escape, the one behind
 * it receives the key.
 */
export const dismissModal = (): void => {
  if (useModals.getState().aside) closeInFront();
  else if (mayLeave()) closeModal();
};

/** Goes one step back in the open modal, if the user may leave the step; closes the modal at its first step. */
export const goBack = (): void => {
  if (mayLeave() && !goBackStep()) closeModal();
};

/** Whether the open modal may be closed. */
export const setClosable = (closable: boolean): void => useModals.setState({ closable });
