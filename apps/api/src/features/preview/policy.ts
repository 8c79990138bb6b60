import { createHash } from 'node:crypto';
import { type Phase, type PhaseTimes, phaseAt, votingEndsAt } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { StatisticsItem, Turnout } from '@laurel/contracts/records';

/** The path of a preview. */
export const pathOf = (secret: string): string => `/preview/${secret}/`;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const THREE_DAYS_MS = 3 * DAY_MS;

const moved = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** The times of an edition, and those that a phase needs and the edition does not have. */
const timesFor = (times: PhaseTimes, phase: Phase, now: Date): PhaseTimes => {
  const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = times;
  if (phase === 'scheduled' && votingOpensAt === null) {
    return { ...times, votingOpensAt: moved(votingEndsAt(times) ?? moved(now, 2 * THREE_DAYS_MS), -THREE_DAYS_MS) };
  }
  const isClosedSometime =
    votingClosesAt !== null && (winnersAnnouncedAt === null || votingClosesAt < winnersAnnouncedAt);
  if (phase === 'closed' && !isClosedSometime) {
    return { ...times, votingClosesAt: moved(winnersAnnouncedAt ?? now, -DAY_MS) };
  }
  if (phase === 'announced' && winnersAnnouncedAt === null) {
    return { ...times, winnersAnnouncedAt: votingClosesAt ?? moved(votingOpensAt ?? now, DAY_MS) };
  }
  return times;
};

/** The first moment of a phase, and the first one after it; null if there is none. */
const boundsOf = (times: PhaseTimes, phase: Phase): readonly [Date | null, Date | null] => {
  const { votingOpensAt, votingClosesAt, winnersAnnouncedAt } = times;
  if (phase === 'scheduled') return [null, votingOpensAt];
  if (phase === 'open') return [votingOpensAt, votingEndsAt(times)];
  return phase === 'closed' ? [votingClosesAt, winnersAnnouncedAt] : [winnersAnnouncedAt, null];
};

/**
 * A moment at which an edition is in a phase: now if it is, else at most three days before the phase ends, or an hour after it
 * began. A phase that the edition never has gets the times that it needs.
 */
export const momentIn = (given: PhaseTimes, phase: Phase, now: Date): { times: PhaseTimes; now: Date } => {
  const times = timesFor(given, phase, now);
  if (phaseAt(times, now) === phase) return { times, now };
  const [from, until] = boundsOf(times, phase);
  const late = until && moved(until, -THREE_DAYS_MS);
  if (late) return { times, now: from && from > late ? from : late };
  return { times, now: from ? moved(from, HOUR_MS) : now };
};

/** A number from 1 to 100 that is always the same for a text. */
const numberOf = (text: string): number => (createHash('sha256').update(text).digest().readUInt32BE() % 100) + 1;

/** Invented percentages, always the same for the same tags, with differences that look like those of votes. */
export const inventedShares = ({ nominations }: Pick<PublicEdition, 'nominations'>): StatisticsItem[] =>
  nominations.flatMap((nomination) =>
    nomination.categories.map((category) => {
      const weights = category.companies.map(({ tag }) => numberOf(`${nomination.tag}/${category.tag}/${tag}`) ** 2);
      const sum = weights.reduce((total, weight) => total + weight, 0);
      return {
        nomination: nomination.tag,
        niche: category.tag,
        results: category.companies.map(({ tag }, index) => ({
          company: tag,
          percentage: Math.round(((weights[index] ?? 0) / sum) * 10_000) / 100,
        })),
      };
    }),
  );

/** Invented numbers of votes and voters. */
export const inventedTurnout = ({ nominations, year }: Pick<PublicEdition, 'nominations' | 'year'>): Turnout => {
  const voters = 40 * numberOf(`${year}`) + 900;
  const categories = nominations.flatMap((nomination) => nomination.categories).length;
  return { voters, votes: Math.round(voters * categories * 0.6) };
};
