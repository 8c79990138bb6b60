import { stored } from '../../lib/stored.ts';
import type { ModalRequest } from '../../modals/types.ts';

/** What to open for this modal: itself once the person said that mail reaches them, until then that question (MD-11). */
export const pastWarning = (request: ModalRequest): ModalRequest =>
  stored.supportWarningConfirmed.read() ? request : { type: 'mailboxWarning', props: { next: request } };
