import { stored } from '../../lib/stored.ts';
import type { ModalRequest } from '../../modals/types.ts';

/** The modal to open: the requested one, or first the question whether the visitor can receive mail (MD-11). */
export const pastWarning = (request: ModalRequest): ModalRequest =>
  stored.supportWarningConfirmed.read() ? request : { type: 'mailboxWarning', props: { next: request } };
