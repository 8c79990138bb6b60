import { type Phase, phaseAt, readPhaseTimes, resultsVisible } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';

type Timed = Pick<PublicEdition, 'phases'>;

/** The phase at a time of the server's clock. */
export const phaseOf = ({ phases }: Timed, now: number): Phase => phaseAt(readPhaseTimes(phases), new Date(now));

/** The next time that a phase starts, if one is set. */
export const nextPhaseTime = ({ phases }: Timed, now: number): number | undefined =>
  [phases.votingOpensAt, phases.votingClosesAt, phases.winnersAnnouncedAt]
    .map((moment) => (moment === null ? Number.NaN : Date.parse(moment)))
    .find((at) => at > now);

/** The edition in a phase: with `hidden` results, percentages are published with the winners. */
export const inPhase = (edition: PublicEdition, phase: Phase): PublicEdition => {
  const visible = resultsVisible(edition.results.visibility, phase);
  if (phase === edition.phase && visible === edition.results.visible) return edition;
  return { ...edition, phase, results: { ...edition.results, visible } };
};

/**
 * The time left in days, hours, minutes and seconds, without the days and the hours that are over; a started second
 * counts as a whole one.
 */
export const unitsLeft = (leftMs: number) => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const units = [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor(seconds / 3_600) % 24 },
    { unit: 'minute', count: Math.floor(seconds / 60) % 60 },
    { unit: 'second', count: seconds % 60 },
  ] as const;
  const first = units.findIndex(({ unit, count }) => unit === 'minute' || count > 0);
  return units.slice(first);
};
