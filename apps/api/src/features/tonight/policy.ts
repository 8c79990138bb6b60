import {
  type FirstStep,
  FUNNEL_STEPS,
  type FunnelStep,
  type Span,
  type Tonight,
} from '@laurel/contracts/console/calls/tonight';
import type { PhaseTimes } from '@laurel/contracts/phase';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How many days before count for the usual votes of an hour. */
const USUAL_DAYS = 7;
/** The steps of a chart of the whole vote, seconds, the finest first. */
const STEPS_OF_ALL = [3_600, 21_600, 86_400] as const;
/** The most points of such a chart. Only the coarsest step may have more. */
const MAX_POINTS = 500;

/** The start of the step of `ms` milliseconds that a time is in. */
const floorTo = (at: number, ms: number): number => Math.floor(at / ms) * ms;

/** The time that a chart shows, from `since` to now, and the seconds from one point to the next. */
export type Window = { since: Date; stepSeconds: number };

/**
 * The window of a span.
 * @param first the first hour with any activity; undefined if there is none
 */
export const windowOf = (span: Span, first: Date | undefined, now: Date): Window => {
  if (span === 'quarter') {
    return { since: new Date(floorTo(now.getTime(), MINUTE_MS) - 15 * MINUTE_MS), stepSeconds: 60 };
  }
  if (span === 'day') return { since: new Date(floorTo(now.getTime() - DAY_MS, 600_000)), stepSeconds: 600 };
  const start = Math.min(first?.getTime() ?? now.getTime(), now.getTime());
  const fits = (step: number): boolean => (now.getTime() - start) / 1_000 / step <= MAX_POINTS;
  const stepSeconds = STEPS_OF_ALL.find(fits) ?? 86_400;
  return { since: new Date(floorTo(start, stepSeconds * 1_000)), stepSeconds };
};

/** How often something happened in the step that begins at `at`. */
export type Bucket = { kind: string; at: Date; count: number };

/** Votes by the start of their hour, milliseconds. An hour without votes is missing. */
export type Hours = ReadonlyMap<number, number>;

export const hoursOf = (buckets: readonly Bucket[]): Hours =>
  new Map(buckets.map(({ at, count }) => [at.getTime(), count]));

/**
 * The mean votes a minute in the same hour of the last seven days. Days before the first vote do not count; null if no
 * day is left.
 */
export const usualPerMinute = (hours: Hours, at: Date): number | null => {
  const first = Math.min(...hours.keys());
  const hour = floorTo(at.getTime(), HOUR_MS);
  const before = Array.from({ length: USUAL_DAYS }, (_, day) => hour - (day + 1) * DAY_MS).filter(
    (each) => each >= first,
  );
  if (before.length === 0) return null;
  const votes = before.reduce((sum, each) => sum + (hours.get(each) ?? 0), 0);
  return Math.round((votes / before.length / 60) * 100) / 100;
};

/** The chart of a window: a value for each step, which is zero if nothing happened. */
export const seriesOf = (
  { since, stepSeconds }: Window,
  buckets: readonly Bucket[],
  hours: Hours,
  now: Date,
): Tonight['series'] => {
  const stepMs = stepSeconds * 1_000;
  const length = Math.max(1, Math.ceil((now.getTime() - since.getTime()) / stepMs));
  const times = Array.from({ length }, (_, index) => since.getTime() + index * stepMs);
  const valuesOf = (kind: string): number[] => {
    const counts = new Map(
      buckets.filter((each) => each.kind === kind).map(({ at, count }) => [at.getTime(), count] as const),
    );
    return times.map((at) => counts.get(at) ?? 0);
  };
  return {
    stepSeconds,
    from: since.toISOString(),
    votes: valuesOf('votes'),
    usual: times.map((at) => {
      const usual = stepMs > HOUR_MS ? null : usualPerMinute(hours, new Date(at));
      return usual === null ? null : (usual * stepSeconds) / 60;
    }),
    voters: valuesOf('first_votes'),
    registered: valuesOf('registered'),
  };
};

/**
 * The people who took each step, and the step that loses the most. Steps are counted when they are taken, so in a short
 * span more people may take a step than took the one before.
 */
export const funnelOf = (counts: ReadonlyMap<string, number>): Tonight['funnel'] => {
  const steps = FUNNEL_STEPS.map((step) => ({ step, people: counts.get(step) ?? 0 }));
  let leak: { step: FunnelStep; lost: number } | null = null;
  for (const [index, { step, people }] of steps.entries()) {
    const lost = (steps[index - 1]?.people ?? people) - people;
    if (lost > (leak?.lost ?? 0)) leak = { step, lost };
  }
  return { steps, leak };
};

/** The number of votes at a time. */
export type Sample = { at: number; votes: number };

/** How long samples are kept, milliseconds. */
const KEEP_MS = 75_000;
/** The shortest time between two samples from which a rate is computed, milliseconds. */
const ENOUGH_MS = 50_000;

/** The samples of the last 75 seconds, with a new one. If the clock went back, samples of a later time are dropped. */
export const withSample = (samples: readonly Sample[], sample: Sample): Sample[] => [
  ...samples.filter(({ at }) => at <= sample.at && at > sample.at - KEEP_MS),
  sample,
];

/** The votes of the last minute; undefined while the samples cover less than 50 seconds of it. */
export const votesPerMinute = (samples: readonly Sample[]): number | undefined => {
  const last = samples.at(-1);
  if (!last) return undefined;
  const from = samples.find(({ at }) => at >= last.at - MINUTE_MS);
  if (!from || last.at - from.at < ENOUGH_MS) return undefined;
  return Math.max(0, Math.round(((last.votes - from.votes) * MINUTE_MS) / (last.at - from.at)));
};

/** What the database knows of the first steps. */
export type Begun = {
  /** Whether the edition has votes. */
  voted: boolean;
  versions: number;
  nominees: number;
  owners: number;
  mail: boolean;
  sms: boolean;
  restored: boolean;
};

/**
 * The first steps of an award, each done or not; none once somebody has voted. An installation starts with an example, whose voting is
 * open: its texts and nominees are those of the organisers once they have published a version of their own.
 */
export const firstStepsOf = (begun: Begun, { votingOpensAt, votingClosesAt }: PhaseTimes): readonly FirstStep[] => {
  if (begun.voted) return [];
  const isOwn = begun.versions > 1;
  return [
    { step: 'texts', done: isOwn },
    { step: 'dates', done: votingOpensAt !== null && votingClosesAt !== null },
    { step: 'nominees', done: isOwn && begun.nominees > 0 },
    { step: 'mail', done: begun.mail },
    { step: 'sms', done: begun.sms },
    { step: 'owner', done: begun.owners > 1 },
    { step: 'restore', done: begun.restored },
  ];
};
