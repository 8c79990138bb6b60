import { readTab, writeTab } from '../lib/tab-storage.ts';
import { closeModal, useModals } from '../modals/store.ts';
import type { ModalRequest, ModalType } from '../modals/types.ts';
import { useSession } from '../session/store.ts';
import { useWish, wishFor } from './wish.ts';

/** Steps on the way in: they end where somebody is logged in. */
const ENTRANCE: ReadonlySet<ModalType> = new Set([
  'login',
  'signup',
  'emailOtp',
  'twoFactorSetup',
  'twoFactorVerify',
  'forgotPassword',
  'newPassword',
]);

/** Steps that wait for something from outside (a mail, an app, a text message): a reload must lead back to them. */
const KEPT: ReadonlySet<ModalType> = new Set([
  'emailOtp',
  'twoFactorSetup',
  'twoFactorVerify',
  'newPassword',
  'phoneOtp',
  'socialVerification',
  'voteConfirm',
]);

const isKept = (request: ModalRequest | undefined): request is ModalRequest =>
  request !== undefined && KEPT.has(request.type);

/** Keeps the step that is open, or about to be, for a reload of this tab; the vote that it leads to as well. */
export const keepOpenStep = (): (() => void) =>
  useModals.subscribe(({ current, later }) => {
    const step = [current, later?.next].find(isKept);
    writeTab(step && JSON.stringify({ step, vote: useWish.getState().vote }));
  });

/** Opens the step again that was open when this tab was reloaded. Its code loads only where there is one. */
export const resumeOpenStep = (): void => {
  const kept = readTab();
  if (kept === undefined) return;
  import('./resume.ts').then(
    ({ resume }) => resume(kept, ENTRANCE),
    () => undefined,
  );
};

/** Another tab logged in or out: a step on the way in has nothing left to do where somebody is in. */
export const followSession = (): void => {
  const { current, closable } = useModals.getState();
  // What can't be closed shows the backup codes, of a session that began here.
  if (useSession.getState().token === undefined || !current || !closable || !ENTRANCE.has(current.type)) return;
  const { vote } = useWish.getState();
  if (vote) wishFor(vote);
  else closeModal();
};
