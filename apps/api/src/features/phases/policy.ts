import type { LogStatus } from '@laurel/contracts/calls/log';
import {
  type LogState,
  type MOVE_RULES,
  PHASE_TIMES,
  type PROPOSAL_STATES,
} from '@laurel/contracts/console/calls/phases';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import { isOver, nominatingInOrder, type Phase, type PhaseTimes, phaseAt, votingEndsAt } from '@laurel/contracts/phase';
import { LAST_VOTE_MS } from '../../limits.ts';

/** The times that start a phase, in order. */
export const BOUNDARIES = PHASE_TIMES;
export type Boundary = (typeof BOUNDARIES)[number];

/** The names of the times in the edition's files. */
export const TIME_OF = {
  nominatingOpens: 'nominatingOpensAt',
  nominatingCloses: 'nominatingClosesAt',
  opens: 'votingOpensAt',
  closes: 'votingClosesAt',
  announced: 'winnersAnnouncedAt',
} as const satisfies Record<Boundary, keyof PhaseTimes>;

/** The times that organisers moved (null: removed); the others are those of the edition's files. */
export type Moved = Readonly<Partial<Record<Boundary, Date | null>>>;

/** The times that an organiser moves. `clear` first resets all times to those of the files. */
export type Move = Readonly<Partial<Record<Boundary, Date | 'now' | null>>> & { readonly clear: boolean };

/** The effect of a move: the moved times to store, and all times and the phase before and after. */
export type MovePlan = { moved: Moved; before: PhaseTimes; after: PhaseTimes; phaseBefore: Phase; phaseAfter: Phase };

/** Why times are not allowed. */
type TimesRule = (typeof MOVE_RULES)[number];
/** Why a proposal can't be decided, or a move can't be made now: others were faster, or another person must decide. */
type StateRule = 'changed' | 'missing' | 'decided' | 'expired' | 'second_person';

/** An invalid move; the message says why, and what to do instead. */
export class MoveRefusedError extends Error {
  override name = 'MoveRefusedError';
  readonly rule: TimesRule | StateRule;

  constructor(rule: TimesRule | StateRule, message: string) {
    super(message);
    this.rule = rule;
  }
}

/** The times of the edition's files, with the moves of organisers applied. */
export const effectiveTimes = (files: PhaseTimes, moved: Moved): PhaseTimes => ({
  ...files,
  ...Object.fromEntries(
    BOUNDARIES.filter((name) => moved[name] !== undefined).map((name) => [TIME_OF[name], moved[name]]),
  ),
});

/** Whether voting ended so long ago that no vote is stored any more. Also true if voting has no end. */
export const isSettled = (times: PhaseTimes, now: Date): boolean => {
  const endsAt = votingEndsAt(times);
  return endsAt === null || now.getTime() - endsAt.getTime() >= LAST_VOTE_MS;
};

const isSame = (one: Date | null | undefined, other: Date | null | undefined): boolean =>
  one?.getTime() === other?.getTime() && (one === undefined) === (other === undefined);

const isSameTimes = (one: PhaseTimes, other: PhaseTimes): boolean =>
  BOUNDARIES.every((name) => isSame(one[TIME_OF[name]], other[TIME_OF[name]]));

export const isSameMoved = (one: Moved, other: Moved): boolean =>
  BOUNDARIES.every((boundary) => isSame(one[boundary], other[boundary]));

/** Whether the times on which a person decided are unchanged. */
export const stillHolds = (seen: Seen, moved: Moved, files: PhaseTimes): boolean =>
  isSameMoved(seen.moved, moved) && (seen.files === undefined || isSameTimes(seen.files, files));

const requireOrder = (times: PhaseTimes) => {
  const { votingOpensAt: opens, votingClosesAt: closes, winnersAnnouncedAt: announced } = times;
  if (opens && closes && opens >= closes) {
    throw new MoveRefusedError(
      'opens_after_closes',
      `Voting would open (${opens.toISOString()}) when it has closed (${closes.toISOString()}) already. Move both: --opens and --closes.`,
    );
  }
  if (closes && announced && closes > announced) {
    throw new MoveRefusedError(
      'announced_before_closes',
      `Winners would be announced (${announced.toISOString()}) before voting closes (${closes.toISOString()}). Move both: --closes and --announced.`,
    );
  }
  if (opens && announced && opens >= announced) {
    throw new MoveRefusedError(
      'announced_before_opens',
      `Winners would be announced (${announced.toISOString()}) before voting opens (${opens.toISOString()}). Move both: --opens and --announced.`,
    );
  }
  if (!nominatingInOrder(times)) {
    throw new MoveRefusedError(
      'nominating',
      'Nominating must have both times, in order, and end before voting opens: --nominating-opens, --nominating-closes and --opens.',
    );
  }
};

/**
 * Plans a move.
 * @throws MoveRefusedError when times would be out of order, voting would end in the past or by an announcement alone, or
 *   nothing would change
 */
export const planMove = (files: PhaseTimes, current: Moved, { clear, ...times }: Move, now: Date): MovePlan => {
  const moved: Partial<Record<Boundary, Date | null>> = clear ? {} : { ...current };
  for (const boundary of BOUNDARIES) {
    const time = times[boundary];
    if (time !== undefined) moved[boundary] = time === 'now' ? now : time;
  }
  if (isSameMoved(moved, current))
    throw new MoveRefusedError('same', 'These are the times already. Nothing was changed.');
  const [before, after] = [effectiveTimes(files, current), effectiveTimes(files, moved)];
  requireOrder(after);
  const ends = votingEndsAt(after);
  // Votes were accepted until now by the old times: an earlier end would leave late votes in the result.
  if (ends && ends < now && !isSame(ends, votingEndsAt(before))) {
    throw new MoveRefusedError(
      'past',
      `Voting would have ended in the past (${ends.toISOString()}), and votes may have been cast since. Use --closes now.`,
    );
  }
  const [phaseBefore, phaseAfter] = [phaseAt(before, now), phaseAt(after, now)];
  // The announcement would end voting although the organiser did not close it.
  if (phaseBefore === 'open' && phaseAfter === 'announced' && after.votingClosesAt === null) {
    throw new MoveRefusedError(
      'open_without_end',
      'Voting is open and has no closing time: winners can’t be announced before it has closed. Use --closes now --announced now.',
    );
  }
  return { moved, before, after, phaseBefore, phaseAfter };
};

const hasBegun = ({ votingOpensAt }: PhaseTimes, now: Date): boolean => votingOpensAt === null || votingOpensAt <= now;

/**
 * Whether two people must agree to a move if the edition requires two approvals: if it moves the end of voting or the
 * announcement, or stops voting that has begun by a later opening. The database has the same rule.
 */
export const needsTwoPeople = ({ before, after }: Pick<MovePlan, 'before' | 'after'>, now: Date): boolean =>
  !isSame(votingEndsAt(before), votingEndsAt(after)) ||
  !isSame(before.winnersAnnouncedAt, after.winnersAnnouncedAt) ||
  (hasBegun(before, now) && !hasBegun(after, now));

/** Whether voting was over and begins again. */
export const reopens = ({ phaseBefore, phaseAfter }: Pick<MovePlan, 'phaseBefore' | 'phaseAfter'>): boolean =>
  isOver(phaseBefore) && !isOver(phaseAfter);

/** How many votes and people a move affects. */
export type MoveNumbers = {
  votesLastHour: number;
  /** People who signed up in the last 24 hours and can't vote yet. */
  unfinished: number;
  countedAt: Date;
};

/**
 * The times on which a person decides: the moved ones, and those of the edition's files. Earlier releases did not store
 * `files`.
 */
export type Seen = { moved: Moved; files?: PhaseTimes | undefined };

/** A move that waits for a second person, or was decided. */
export type Proposal = {
  id: number;
  move: Move;
  /** The times on which the proposer decided. */
  seen: Seen;
  numbers: MoveNumbers;
  reason: string;
  proposedAt: Date;
  proposedBy: string;
  approved: boolean | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  appliedAt: Date | null;
};

/** A proposal can be decided within this time, milliseconds. The database has the same rule. */
export const VALID_MS = 24 * 3_600_000;

export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The state of a proposal. It is outdated if a time was moved since, or an edition with other times was published. */
export const proposalStateOf = (proposal: Proposal, moved: Moved, files: PhaseTimes, now: Date): ProposalState => {
  if (proposal.appliedAt) return 'applied';
  if (proposal.approved === false) return 'refused';
  if (now.getTime() - proposal.proposedAt.getTime() >= VALID_MS) return 'expired';
  return stillHolds(proposal.seen, moved, files) ? 'proposed' : 'outdated';
};

const UNDECIDABLE: Record<Exclude<ProposalState, 'proposed'>, readonly [StateRule, string]> = {
  applied: ['decided', 'was approved and made already'],
  refused: ['decided', 'was refused'],
  expired: ['expired', 'expired: a proposal is valid for 24 hours. Propose it again'],
  outdated: ['changed', 'is outdated: the times have changed since. Propose it again'],
};

/** Requires that a person may decide a proposal. An outdated one can only be refused. @throws MoveRefusedError */
export const requireDecidable = (
  { id, proposedBy }: Proposal,
  state: ProposalState,
  { actor, approve }: { actor: string; approve: boolean },
): void => {
  if (state !== 'proposed' && (approve || state !== 'outdated')) {
    const [rule, text] = UNDECIDABLE[state];
    throw new MoveRefusedError(rule, `Proposal ${id} ${text}.`);
  }
  if (isSamePerson(proposedBy, actor)) {
    throw new MoveRefusedError('second_person', `${proposedBy} proposed ${id}: somebody else must decide it.`);
  }
};

/** Whether a person may approve a proposal now: somebody else made it, and its move is still possible. */
export const mayApprove = (
  proposal: Proposal,
  { actor, moved, files, now }: { actor: string; moved: Moved; files: PhaseTimes; now: Date },
): boolean => {
  if (proposalStateOf(proposal, moved, files, now) !== 'proposed' || isSamePerson(proposal.proposedBy, actor))
    return false;
  try {
    planMove(files, moved, proposal.move, now);
    return true;
  } catch (error) {
    if (error instanceof MoveRefusedError) return false;
    throw error;
  }
};

/** How far the public log is: the votes in it, and the witnesses that have signed all that it shows. */
export const logStateOf = ({ votes, stopped, witnesses, size }: LogStatus): LogState => ({
  votes: votes.reduce((sum, each) => sum + each.votes, 0),
  stopped,
  witnesses: witnesses.length,
  agree: witnesses.filter((each) => each.size !== null && each.size >= size).length,
});
