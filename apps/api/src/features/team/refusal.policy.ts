import type { AnyErrorCode } from '@laurel/contracts/console/errors';
import { AppError } from '../../app-error.ts';
import type { AcceptOutcome, ChangeOutcome, UseOutcome } from './store.ts';

const REFUSALS: Record<Exclude<AcceptOutcome | UseOutcome | ChangeOutcome, 'ok'>, AnyErrorCode> = {
  challenge: 'console.challenge_expired',
  invitation: 'console.invitation_invalid',
  name: 'console.name_taken',
  known: 'console.passkey_known',
  passkey: 'console.passkey_refused',
  session: 'console.signed_out',
  missing: 'console.not_found',
  last: 'console.last_passkey',
  last_owner: 'console.last_owner',
};

/** Requires that a function of the database returned "ok". @throws AppError with the code of its refusal */
export const requireDone = (outcome: AcceptOutcome | UseOutcome | ChangeOutcome | undefined): void => {
  if (outcome === 'ok') return;
  throw new AppError(outcome === undefined ? 'server.error' : REFUSALS[outcome]);
};
