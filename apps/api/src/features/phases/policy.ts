import { type Phase, type PhaseTimes, phaseAt } from '@laurel/contracts/phase';

/** The times that start a phase, in order. */
export const BOUNDARIES = ['opens', 'closes', 'announced'] as const;
export type Boundary = (typeof BOUNDARIES)[number];

/** The times that organisers moved (null: removed); the others are those of the edition's files. */
export type Moved = Readonly<Partial<Record<Boundary, Date | null>>>;

/** The times that an organiser moves. `clear` first resets all times to those of the files. */
export type Move = Readonly<Partial<Record<Boundary, Date | 'now' | null>>> & { readonly clear: boolean };

/** The result of a move. */
export type MovePlan = { moved: Moved; before: PhaseTimes; after: PhaseTimes; phaseBefore: Phase; phaseAfter: Phase };

/** An invalid move; the message says why, and what to do instead. */
export class MoveRefusedError extends Error {
  override name = 'MoveRefusedError';
}

/** The times of the edition's files, with the moves of organisers applied. */
export const effectiveTimes = (files: PhaseTimes, moved: Moved): PhaseTimes => ({
  votingOpensAt: moved.opens === undefined ? files.votingOpensAt : moved.opens,
  votingClosesAt: moved.closes === undefined ? files.votingClosesAt : moved.closes,
  winnersAnnouncedAt: moved.announced === undefined ? files.winnersAnnouncedAt : moved.announced,
});

/** The end of voting: the closing time, or else the announcement of the winners. */
export const votingEndsAt = ({ votingClosesAt, winnersAnnouncedAt }: PhaseTimes): Date | null =>
  votingClosesAt ?? winnersAnnouncedAt;

const isSame = (one: Date | null | undefined, other: Date | null | undefined): boolean =>
  one?.getTime() === other?.getTime() && (one === undefined) === (other === undefined);

export const isSameMoved = (one: Moved, other: Moved): boolean =>
  BOUNDARIES.every((boundary) => isSame(one[boundary], other[boundary]));

const requireOrder = ({ votingOpensAt: opens, votingClosesAt: closes, winnersAnnouncedAt: announced }: PhaseTimes) => {
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
  if (isSameMoved(moved, current)) throw new MoveRefusedError('These are the times already. Nothing was changed.');
  const [before, after] = [effectiveTimes(files, current), effectiveTimes(files, moved)];
  requireOrder(after);
  const ends = votingEndsAt(after);
  // Votes were accepted until now by the old times: an earlier end would leave late votes in the result.
  if (ends && ends < now && !isSame(ends, votingEndsAt(before))) {
    throw new MoveRefusedError(
      `Voting would have ended in the past (${ends.toISOString()}), and votes may have been cast since. Use --closes now.`,
    );
  }
  const [phaseBefore, phaseAfter] = [phaseAt(before, now), phaseAt(after, now)];
  // The announcement would end voting although the organiser did not close it.
  if (phaseBefore === 'open' && phaseAfter === 'announced' && after.votingClosesAt === null) {
    throw new MoveRefusedError(
      'Voting is open and has no closing time: winners can’t be announced before it has closed. Use --closes now --announced now.',
    );
  }
  return { moved, before, after, phaseBefore, phaseAfter };
};
