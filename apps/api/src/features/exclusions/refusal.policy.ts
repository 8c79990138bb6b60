import type { ExclusionState } from '@laurel/contracts/console/exclusion-records';
import { type Exclusion, stateOf } from './policy.ts';

export type Step = 'approve' | 'refuse' | 'apply' | 'undo';

/** Why a step or a proposal is not possible. Nothing was changed. */
export type Refusal =
  | { why: 'unknown'; id: number }
  | { why: 'state'; id: number; state: ExclusionState }
  /** A second person must approve it first. */
  | { why: 'approval'; id: number }
  /** Who proposed it can't approve or refuse it. */
  | { why: 'own'; id: number; step: Step; actor: string }
  /** Somebody changed it at the same moment. */
  | { why: 'meanwhile'; id: number }
  /** Numbers by nominee are hidden until the winners are announced. */
  | { why: 'embargo' }
  | { why: 'no-vote' }
  | { why: 'every-vote' }
  | { why: 'more-than-half'; votes: number; cast: number };

/** A step that is not possible. Commands and the console say why in their own words. */
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
  undo: ['applied'],
};

/** A person's name, whether they use the console or the command. The database compares in the same way (same_person()). */
const personIn = (actor: string): string => actor.replace(/ \(console\)$/, '').toLowerCase();
export const isSamePerson = (one: string, other: string): boolean => personIn(one) === personIn(other);

/** Why a step is not possible; undefined if it is. */
export const refusalOf = (exclusion: Exclusion, step: Step, actor: string, now: Date): Refusal | undefined => {
  const { id, approvals, proposedBy } = exclusion;
  const state = stateOf(exclusion, now);
  if (!NEEDS[step].includes(state)) return { why: 'state', id, state };
  if (step === 'apply' && state === 'proposed' && approvals > 1) return { why: 'approval', id };
  const decides = step === 'approve' || step === 'refuse';
  if (decides && isSamePerson(actor, proposedBy)) return { why: 'own', id, step, actor };
  return undefined;
};

/** Why the votes that a selection matches can't be excluded; undefined if they can. */
export const matchRefusal = (
  { votes, cast }: { votes: number; cast: number },
  moreThanHalf: boolean,
): Refusal | undefined => {
  if (votes >= cast) return { why: 'every-vote' };
  return votes * 2 > cast && !moreThanHalf ? { why: 'more-than-half', votes, cast } : undefined;
};
