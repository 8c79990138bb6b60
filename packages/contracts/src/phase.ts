/** The phases of an edition, in order. */
export const PHASES = ['scheduled', 'open', 'closed', 'announced'] as const;
export type Phase = (typeof PHASES)[number];

/** `live`: results are published during voting; `hidden`: only with the winners. */
export const RESULTS_VISIBILITIES = ['live', 'hidden'] as const;
export type ResultsVisibility = (typeof RESULTS_VISIBILITIES)[number];

/** Who of the staff sees results by nominee before the announcement: `open`: everybody; `embargo`: nobody. */
export const RESULTS_STAFF = ['open', 'embargo'] as const;
export type ResultsStaff = (typeof RESULTS_STAFF)[number];

/** How a tie for the first place ends: with joint winners, or with a draw that anybody can repeat. */
export const TIE_BREAKS = ['joint', 'draw'] as const;

/** Which winners are public once they are announced: `all`, or each once it was shown on the stage. */
export const REVEALS = ['all', 'with the stage'] as const;

/** The times at which the phases of an edition start; null if not set. */
export interface PhaseTimes {
  readonly votingOpensAt: Date | null;
  readonly votingClosesAt: Date | null;
  readonly winnersAnnouncedAt: Date | null;
}

/** Parses the times of an edition from ISO 8601. */
export const readPhaseTimes = (phases: Readonly<Record<keyof PhaseTimes, string | null>>): PhaseTimes => ({
  votingOpensAt: dateOf(phases.votingOpensAt),
  votingClosesAt: dateOf(phases.votingClosesAt),
  winnersAnnouncedAt: dateOf(phases.winnersAnnouncedAt),
});

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

const reached = (time: Date | null, now: Date): boolean => time !== null && now >= time;

/**
 * The phase at a time. Each of the times belongs to the phase that it starts. Without times voting is open; without a
 * closing time it is open until the announcement.
 */
export const phaseAt = (times: PhaseTimes, now: Date): Phase => {
  if (reached(times.winnersAnnouncedAt, now)) return 'announced';
  if (reached(times.votingClosesAt, now)) return 'closed';
  if (times.votingOpensAt === null || reached(times.votingOpensAt, now)) return 'open';
  return 'scheduled';
};

/** The end of voting: the closing time, or else the announcement of the winners. Null if neither is set. */
export const votingEndsAt = <Time>({
  votingClosesAt,
  winnersAnnouncedAt,
}: {
  readonly votingClosesAt: Time | null;
  readonly winnersAnnouncedAt: Time | null;
}): Time | null => votingClosesAt ?? winnersAnnouncedAt;

/** Whether voting has ended: the current count is the result. */
export const isOver = (phase: Phase): boolean => phase === 'closed' || phase === 'announced';

/** Whether results may be published: always with `live`, and with `hidden` when the winners are announced. */
export const resultsVisible = (visibility: ResultsVisibility, phase: Phase): boolean =>
  visibility === 'live' || phase === 'announced';

/** Whether numbers by nominee are hidden from the staff. */
export const isEmbargoed = (staff: ResultsStaff, phase: Phase): boolean => staff === 'embargo' && phase !== 'announced';
