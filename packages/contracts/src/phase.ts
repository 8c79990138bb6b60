/** The phases of an edition, in order. */
export const PHASES = ['scheduled', 'open', 'closed', 'announced'] as const;
export type Phase = (typeof PHASES)[number];

/** The phases that clients are told: within `scheduled`, people may put forward who should be nominated. */
export const SHOWN_PHASES = ['nominating', ...PHASES] as const;
export type ShownPhase = (typeof SHOWN_PHASES)[number];

/** Who may put somebody forward: a person with a confirmed email and a second factor, or who may vote, too. */
export const NOMINATING_PROOFS = ['email', 'voter'] as const;

/** The rules of nominating if an edition has only its times. */
export const STANDARD_NOMINATING = { proof: 'voter', entries: 1 } as const;

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

/** The times at which the phases of an edition start; null if not set. An award may have no nominating at all. */
export interface PhaseTimes {
  readonly nominatingOpensAt?: Date | null | undefined;
  readonly nominatingClosesAt?: Date | null | undefined;
  readonly votingOpensAt: Date | null;
  readonly votingClosesAt: Date | null;
  readonly winnersAnnouncedAt: Date | null;
}

/** The times in ISO 8601; those of nominating are missing where nobody nominates. */
export type PhaseTimesText = Readonly<
  Record<'votingOpensAt' | 'votingClosesAt' | 'winnersAnnouncedAt', string | null>
> & {
  readonly nominatingOpensAt?: string | undefined;
  readonly nominatingClosesAt?: string | undefined;
};

const dateOf = <None extends null | undefined>(time: string | None): Date | None =>
  typeof time === 'string' ? new Date(time) : time;

/** Parses the times of an edition from ISO 8601. */
export const readPhaseTimes = (phases: PhaseTimesText): PhaseTimes => ({
  nominatingOpensAt: dateOf(phases.nominatingOpensAt),
  nominatingClosesAt: dateOf(phases.nominatingClosesAt),
  votingOpensAt: dateOf(phases.votingOpensAt),
  votingClosesAt: dateOf(phases.votingClosesAt),
  winnersAnnouncedAt: dateOf(phases.winnersAnnouncedAt),
});

/** The times in ISO 8601. */
export const phaseTimesText = (times: PhaseTimes): PhaseTimesText => ({
  nominatingOpensAt: times.nominatingOpensAt?.toISOString(),
  nominatingClosesAt: times.nominatingClosesAt?.toISOString(),
  votingOpensAt: times.votingOpensAt?.toISOString() ?? null,
  votingClosesAt: times.votingClosesAt?.toISOString() ?? null,
  winnersAnnouncedAt: times.winnersAnnouncedAt?.toISOString() ?? null,
});

const reached = (time: Date | null | undefined, now: Date): boolean => !!time && now >= time;

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

/** Whether nominating has both times or none, and ends before voting opens. */
export const nominatingInOrder = ({
  nominatingOpensAt: opens,
  nominatingClosesAt: closes,
  votingOpensAt,
}: PhaseTimes) => (opens && closes && votingOpensAt ? opens < closes && closes <= votingOpensAt : !opens && !closes);

/** Whether people may put somebody forward: between the two times, and only before voting. */
export const isNominating = (times: PhaseTimes, now: Date): boolean =>
  reached(times.nominatingOpensAt, now) &&
  !reached(times.nominatingClosesAt, now) &&
  phaseAt(times, now) === 'scheduled';

/** The phase that clients are told at a time. */
export const shownPhaseAt = (times: PhaseTimes, now: Date): ShownPhase =>
  isNominating(times, now) ? 'nominating' : phaseAt(times, now);

/** The phase of voting in which a shown phase lies. */
export const votingPhase = (shown: ShownPhase): Phase => (shown === 'nominating' ? 'scheduled' : shown);

/** The end of voting: the closing time, or else the announcement of the winners. Null if neither is set. */
export const votingEndsAt = <Time>({
  votingClosesAt,
  winnersAnnouncedAt,
}: {
  readonly votingClosesAt: Time | null;
  readonly winnersAnnouncedAt: Time | null;
}): Time | null => votingClosesAt ?? winnersAnnouncedAt;

/** Whether voting has ended: the current count is the result. */
export const isOver = (phase: ShownPhase): boolean => phase === 'closed' || phase === 'announced';

/** Whether results may be published: always with `live`, and with `hidden` when the winners are announced. */
export const resultsVisible = (visibility: ResultsVisibility, phase: ShownPhase): boolean =>
  visibility === 'live' || phase === 'announced';

/** Whether numbers by nominee are hidden from the staff. */
export const isEmbargoed = (staff: ResultsStaff, phase: Phase): boolean => staff === 'embargo' && phase !== 'announced';
