import { type Phase, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';

/** The moments that start a phase, in their order. */
export const BOUNDARIES = ['opens', 'closes', 'announced'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** What organisers moved, and where to (null: there is no such moment); for the rest the edition's files hold. */
export type Moved = Readonly<Partial<Record<Boundary, Date | null>>>;

/** What an organiser asks for: moments to move, after giving all that were moved back to the files where `clear` is set. */
export type Move = Readonly<Partial<Record<Boundary, Date | 'now' | null>>> & { readonly clear: boolean };

/** What a move comes to. */
export type MovePlan = {
  moved: Moved;
  before: PhaseTimes;
  after: PhaseTimes;
  phaseBefore: Phase;
  phaseAfter: Phase;
};

/** A move that can't be; the message says why, and what can. */
export class MoveRefusedError extends Error {
  override name = 'MoveRefusedError';
}

/** The moments that hold: those of the edition's files, but where an organiser moved them. */
export const effectiveTimes = (files: PhaseTimes, moved: Moved): PhaseTimes => ({
  votingOpensAt: moved.opens === undefined ? files.votingOpensAt : moved.opens,
  votingClosesAt: moved.closes === undefined ? files.votingClosesAt : moved.closes,
  winnersAnnouncedAt: moved.announced === undefined ? files.winnersAnnouncedAt : moved.announced,
});

/** When voting ends: without a closing time it lasts until the winners are announced. */
export const votingEndsAt = ({ votingClosesAt, winnersAnnouncedAt }: PhaseTimes): Date | null =>
  votingClosesAt ?? winnersAnnouncedAt;

const isSame = (one: Date | null | undefined, other: Date | null | undefined): boolean =>
  one?.getTime() === other?.getTime() && (one === undefined) === (other === undefined);

export const isSameMoved = (one: Moved, other: Moved): boolean =>
  BOUNDARIES.every((boundary) => isSame(one[boundary], other[boundary]));

const demandOrder = ({ votingOpensAt: opens, votingClosesAt: closes, winnersAnnouncedAt: announced }: PhaseTimes) => {
  if (opens && closes && opens >= closes) {
    throw new MoveRefusedError(
      `Voting would open (${opens.toISOString()}) when it has closed (${closes.toISOString()}) already. Move both: --opens and --closes.`,
    );
  }
  if (closes && announced && closes > announced) {
    throw new MoveRefusedError(
      `Winners would be announced (${announced.toISOString()}) before voting closes (${closes.toISOString()}). Move both: --closes and --announced.`,
    );
  }
  if (opens && announced && opens >= announced) {
    throw new MoveRefusedError(
      `Winners would be announced (${announced.toISOString()}) before voting opens (${opens.toISOString()}). Move both: --opens and --announced.`,
    );
  }
};

/**
 * What a move comes to at a moment.
 * @throws MoveRefusedError where moments would be out of order, voting would end in the past or by an announcement alone,
 *   or nothing would change
 */
export const planMove = (files: PhaseTimes, current: Moved, { clear, ...asked }: Move, now: Date): MovePlan => {
  const moved: Partial<Record<Boundary, Date | null>> = clear ? {} : { ...current };
  for (const boundary of BOUNDARIES) {
    const moment = asked[boundary];
    if (moment !== undefined) moved[boundary] = moment === 'now' ? now : moment;
  }
  if (isSameMoved(moved, current)) throw new MoveRefusedError('These are the times already. Nothing was changed.');
  const [before, after] = [effectiveTimes(files, current), effectiveTimes(files, moved)];
  demandOrder(after);
  const ends = votingEndsAt(after);
  // Votes were taken until now by the old times: an end before them would make a result that holds votes it should not.
  if (ends && ends < now && !isSame(ends, votingEndsAt(before))) {
    throw new MoveRefusedError(
      `Voting would have ended in the past (${ends.toISOString()}), and votes may have been cast since. Use --closes now.`,
    );
  }
  const [phaseBefore, phaseAfter] = [phaseAt(before, now), phaseAt(after, now)];
  // Announcing would end voting without anybody having said so.
  if (phaseBefore === 'open' && phaseAfter === 'announced' && after.votingClosesAt === null) {
    throw new MoveRefusedError(
      'Voting is open and has no closing time: winners can’t be announced before it has closed. Use --closes now --announced now.',
    );
  }
  return { moved, before, after, phaseBefore, phaseAfter };
};
