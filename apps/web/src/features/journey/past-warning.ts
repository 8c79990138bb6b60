import { stored } from '../../lib/stored.ts';
import type { ModalRequest } from '../../modals/types.ts';

/** The modal to open: the wanted one, or first the question whether mail can be received (MD-11). */
export const pastWarning = (request: ModalRequest): ModalRequest =>
  stored.supportWarningConfirmed.read() ? request : { type: 'mailboxWarning', props: { next: request } };
