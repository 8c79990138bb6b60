import type { PublicEdition } from '@laurel/catalog/public-edition';

type Phase = PublicEdition['phase'];
type Timed = Pick<PublicEdition, 'phase' | 'phases'>;

/** The phase that each moment starts, in their order. */
const STARTS = [
  ['votingOpensAt', 'open'],
  ['votingClosesAt', 'closed'],
  ['winnersAnnouncedAt', 'announced'],
] as const;

const momentsOf = ({ phases }: Timed): readonly { readonly at: number; readonly phase: Phase }[] =>
  STARTS.flatMap(([key, phase]) => {
    const moment = phases[key];
    return moment === null ? [] : [{ at: Date.parse(moment), phase }];
  });

/** The phase at a moment of the server's clock: the one that began last, else the one the server named. */
export const phaseAt = (edition: Timed, now: number): Phase =>
  momentsOf(edition).findLast(({ at }) => at <= now)?.phase ?? edition.phase;

/** The next moment that starts a phase, if one is set. */
export const nextMoment = (edition: Timed, now: number): number | undefined =>
  momentsOf(edition).find(({ at }) => at > now)?.at;

/** The edition as it is in a phase: with `hidden` results, percentages are told with the winners. */
export const inPhase = (edition: PublicEdition, phase: Phase): PublicEdition => {
  const visible = edition.results.visibility === 'live' || phase === 'announced';
  if (phase === edition.phase && visible === edition.results.visible) return edition;
  return { ...edition, phase, results: { ...edition.results, visible } };
};

/** What is left until a moment, in units people count in; a started second counts as a whole one. */
export const unitsLeft = (leftMs: number) => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor(seconds / 3_600) % 24 },
    { unit: 'minute', count: Math.floor(seconds / 60) % 60 },
    { unit: 'second', count: seconds % 60 },
  ] as const;
};
