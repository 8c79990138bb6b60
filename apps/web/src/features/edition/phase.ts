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

const DAY_MS = 86_400_000;

/** Whether voting is open and closes within a day. */
export const isLastDay = (edition: Timed & Pick<PublicEdition, 'phase'>, now: number): boolean =>
  edition.phase === 'open' && (nextPhaseTime(edition, now) ?? Number.POSITIVE_INFINITY) - now < DAY_MS;

/** The edition in a phase: with `hidden` results, percentages are published with the winners. */
export const inPhase = (edition: PublicEdition, phase: Phase): PublicEdition => {
  const visible = resultsVisible(edition.results.visibility, phase);
  if (phase === edition.phase && visible === edition.results.visible) return edition;
  return { ...edition, phase, results: { ...edition.results, visible } };
};

/**
 * The time left in days, hours, minutes and seconds, without the days and the hours that are over; a started second
 * counts as a whole one. On the last day the seconds only count in its last hour.
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
  return units[first]?.unit === 'hour' ? units.slice(1, 3) : units.slice(first);
};
