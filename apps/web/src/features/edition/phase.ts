import {
  type Phase,
  readPhaseTimes,
  resultsVisible,
  type ShownPhase,
  shownPhaseAt,
  votingPhase,
} from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';

type Timed = Pick<PublicEdition, 'phases'>;

/** The edition as the page shows it: people nominate within the phase `scheduled`, of which only the words speak. */
export type ShownEdition = Omit<PublicEdition, 'phase'> & { readonly phase: Phase; readonly words: ShownPhase };

/** The phase at a time of the server's clock. */
export const phaseOf = ({ phases }: Timed, now: number): ShownPhase =>
  shownPhaseAt(readPhaseTimes(phases), new Date(now));

/** The end of nominating while it lasts, otherwise the next time that a phase of voting starts, if one is set. */
export const nextPhaseTime = (
  { phases, words }: Timed & Partial<Pick<ShownEdition, 'words'>>,
  now: number,
): number | undefined =>
  [
    words === 'nominating' ? phases.nominatingClosesAt : null,
    phases.votingOpensAt,
    phases.votingClosesAt,
    phases.winnersAnnouncedAt,
  ]
    .map((moment) => Date.parse(moment ?? ''))
    .find((at) => at > now);

const DAY_MS = 86_400_000;

/** Whether voting is open and closes within a day. */
export const isLastDay = (edition: Timed & Pick<ShownEdition, 'phase'>, now: number): boolean =>
  edition.phase === 'open' && (nextPhaseTime(edition, now) ?? Number.POSITIVE_INFINITY) - now < DAY_MS;

/** The edition in a phase: with `hidden` results, percentages are published with the winners. */
export const inPhase = (edition: PublicEdition, shown: ShownPhase): ShownEdition => ({
  ...edition,
  phase: votingPhase(shown),
  words: shown,
  results: { ...edition.results, visible: resultsVisible(edition.results.visibility, shown) },
});

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
