import type { ModalType } from './types.ts';

/** Messages that close by themselves, without controls, and the ballot, which has its own. */
const PLAIN: ReadonlySet<ModalType> = new Set(['message', 'loadFailure', 'ballot']);

const WITHOUT_SUPPORT: ReadonlySet<ModalType> = new Set([
  'mailboxWarning',
  'support',
  'voted',
  'finished',
  'winnerCard',
  'myVotes',
  'nominee',
]);

/** The controls of a modal (MD-12). A modal that must not be closed has no link to support either. */
export const controlsOf = (type: ModalType, closable: boolean): { closeButton: boolean; supportLink: boolean } => {
  const closeButton = closable && !PLAIN.has(type);
  return { closeButton, supportLink: closeButton && !WITHOUT_SUPPORT.has(type) };
};
