/** The phases of an edition, in their order. */
export const PHASES = ['scheduled', 'open', 'closed', 'announced'] as const;
export type Phase = (typeof PHASES)[number];

/** Whether percentages are published while people vote, or only with the winners. */
export const RESULTS_VISIBILITIES = ['live', 'hidden'] as const;
export type ResultsVisibility = (typeof RESULTS_VISIBILITIES)[number];

/** The moments at which an edition changes its phase; null where the organisers set none. */
export interface PhaseTimes {
  readonly votingOpensAt: Date | null;
  readonly votingClosesAt: Date | null;
  readonly winnersAnnouncedAt: Date | null;
}

/** The times of an edition as the wire has them, ISO 8601. */
export const readPhaseTimes = (phases: Readonly<Record<keyof PhaseTimes, string | null>>): PhaseTimes => ({
  votingOpensAt: dateOf(phases.votingOpensAt),
  votingClosesAt: dateOf(phases.votingClosesAt),
  winnersAnnouncedAt: dateOf(phases.winnersAnnouncedAt),
});

const dateOf = (moment: string | null): Date | null => (moment === null ? null : new Date(moment));

const reached = (moment: Date | null, now: Date): boolean => moment !== null && now.getTime() >= moment.getTime();

/**
 * The phase at a moment. Each time belongs to the phase it starts. Without times voting is open; without a closing
 * time it stays open until the winners are announced.
 */
export const phaseAt = (times: PhaseTimes, now: Date): Phase => {
  if (reached(times.winnersAnnouncedAt, now)) return 'announced';
  if (reached(times.votingClosesAt, now)) return 'closed';
  if (times.votingOpensAt === null || reached(times.votingOpensAt, now)) return 'open';
  return 'scheduled';
};

/** Whether voting has been and is over: what is counted now is the result. */
export const isOver = (phase: Phase): boolean => phase === 'closed' || phase === 'announced';

/** Whether any percentage may leave the server: always with `live`, and with `hidden` once the winners are announced. */
export const resultsVisible = (visibility: ResultsVisibility, phase: Phase): boolean =>
  visibility === 'live' || phase === 'announced';
