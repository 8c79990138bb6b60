import type { ExclusionState } from '@laurel/contracts/console/exclusion-records';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import { type Exclusion, openUndo, stateOf } from './policy.ts';

export type Step = 'approve' | 'refuse' | 'apply' | 'propose-undo' | 'undo';

/** The reason why a step or a proposal is not possible. Nothing was changed. */
export type Refusal =
  | { why: 'unknown'; id: number }
  | { why: 'state'; id: number; state: ExclusionState }
  /** A second person must approve it first; or for an undo, somebody must propose it first. */
  | { why: 'approval'; id: number; step: Step }
  /** The step needs another person than the one who proposed the exclusion, or its undo. */
  | { why: 'own'; id: number; step: Step; actor: string }
  /** Somebody else made a step meanwhile, or an undo needs no proposal. */
  | { why: 'meanwhile'; id: number }
  /** Numbers by nominee are hidden until the winners are announced. */
  | { why: 'embargo' }
  | { why: 'no-vote' }
  | { why: 'every-vote' }
  | { why: 'more-than-half'; votes: number; cast: number };

/** A step that is not possible. Commands and the console have their own texts for the reasons. */
export class ExclusionRefusedError extends Error {
  override name = 'ExclusionRefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

const NEEDS: Record<Step, readonly ExclusionState[]> = {
  approve: ['proposed'],
  refuse: ['proposed'],
  apply: ['proposed', 'approved'],
  'propose-undo': ['applied'],
  undo: ['applied'],
};

/** The reason why an applied exclusion can't be undone, or its undo not proposed; undefined if it can. */
const undoRefusalOf = (
  exclusion: Exclusion,
  step: 'propose-undo' | 'undo',
  actor: string,
  now: Date,
): Refusal | undefined => {
  const { id, approvals } = exclusion;
  const open = openUndo(exclusion, now);
  if (open && isSamePerson(actor, open.by)) return { why: 'own', id, step, actor };
  const needsProposal = approvals > 1 && !open;
  if (step === 'propose-undo') return needsProposal ? undefined : { why: 'meanwhile', id };
  return needsProposal ? { why: 'approval', id, step } : undefined;
};

/** The reason why a step is not possible; undefined if it is. */
export const refusalOf = (exclusion: Exclusion, step: Step, actor: string, now: Date): Refusal | undefined => {
  const { id, approvals, proposedBy } = exclusion;
  const state = stateOf(exclusion, now);
  if (!NEEDS[step].includes(state)) return { why: 'state', id, state };
  if (step === 'propose-undo' || step === 'undo') return undoRefusalOf(exclusion, step, actor, now);
  if (step === 'apply' && state === 'proposed' && approvals > 1) return { why: 'approval', id, step };
  const decides = step === 'approve' || step === 'refuse';
  if (decides && isSamePerson(actor, proposedBy)) return { why: 'own', id, step, actor };
  return undefined;
};

/** The reason why the votes that a selection matches can't be excluded; undefined if they can. */
export const matchRefusal = (
  { votes, cast }: { votes: number; cast: number },
  moreThanHalf: boolean,
): Refusal | undefined => {
  if (votes >= cast) return { why: 'every-vote' };
  return votes * 2 > cast && !moreThanHalf ? { why: 'more-than-half', votes, cast } : undefined;
};
