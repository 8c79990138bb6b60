import type { FirstStep, Span, Tonight } from '@laurel/contracts/console/calls/tonight';
import { type PhaseTimes, phaseTimesText, type ShownPhase } from '@laurel/contracts/phase';
import type { Queryable } from '@laurel/database/queryable';
import { shared } from '../../concurrency/shared.ts';
import { type Finished, finish } from '../../http/common-answer.ts';
import {
  firstStepsOf,
  funnelOf,
  hoursOf,
  type Sample,
  seriesOf,
  usualPerMinute,
  votesPerMinute,
  windowOf,
  withSample,
} from './policy.ts';
import type { MessageCounts } from './port.ts';
import { firstHour, type Live, readBegun, readBuckets, readLive, readSums, readVoters } from './store.ts';

type Deps = {
  db: Queryable;
  phases: { shown(now: Date): ShownPhase; times(): PhaseTimes };
  /** The most text messages in an hour. */
  smsHourlyBudget: number;
  /** The counts that the screen Messages shows. */
  messages: MessageCounts;
  /** The findings of the doctor's cheap checks, which are cached. */
  findings(): Promise<Tonight['findings']>;
  now(): Date;
};

export type TonightAnswers = {
  /** The answer for a span, at most 2.4 seconds old. All requests in that time get the same one. */
  current(span: Span): Promise<Finished>;
  /** What an award needs before its first vote; empty after that. */
  firstSteps(): Promise<readonly FirstStep[]>;
};

/** How long an answer is shared, milliseconds: less than half of the interval in which a screen asks. */
const CACHE_MS = 2_400;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The votes of the last recorded minute are shown as current until they are this old, milliseconds. */
const RECENT_MS = 3 * MINUTE_MS;
/**
 * How far back votes are read, milliseconds: the seven days from which the usual votes are computed, and one more day.
 * It shows that voting had begun even if the hour on the first of the seven days has no votes.
 */
const BEFORE_MS = 8 * 24 * HOUR_MS;

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The part of an answer that changes only from minute to minute. */
type History = Awaited<ReturnType<typeof readHistory>>;

const readHistory = async (db: Queryable, messages: MessageCounts, span: Span, now: Date) => {
  const window = windowOf(span, span === 'all' ? await firstHour(db) : undefined, now);
  const { since, stepSeconds } = window;
  const before = new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS - BEFORE_MS);
  const buckets = await readBuckets(db, ['votes', 'first_votes', 'registered'], since, stepSeconds);
  const hours = hoursOf(await readBuckets(db, ['votes'], before, 3_600));
  const sums = await readSums(db, since, stepSeconds);
  const sent = await messages.sums(span, now);
  const { voters, lastMinute } = await readVoters(db);
  return {
    voters,
    lastMinute,
    usualPerMinute: usualPerMinute(hours, now),
    series: seriesOf(window, buckets, hours, now),
    funnel: funnelOf(sums),
    sms: sent.sms,
    mails: { sent: sent.mail.sent, failed: sent.mail.failed },
  };
};

/**
 * The answers of the screen Tonight. Counts of closed minutes are read once a minute, so that most shared answers cost
 * one small statement, however many votes and open screens there are.
 */
export const createTonight = ({ db, phases, smsHourlyBudget, messages, findings, now }: Deps): TonightAnswers => {
  let samples: readonly Sample[] = [];

  const answerOf = async (span: Span, history: History, live: Live, at: Date): Promise<Tonight> => {
    const isRecent = live.recordedUntil !== null && at.getTime() - live.recordedUntil.getTime() < RECENT_MS;
    const { waiting, failing } = await messages.open();
    samples = withSample(samples, { at: at.getTime(), votes: live.votes });
    return {
      phase: phases.shown(at),
      phases: phaseTimesText(phases.times()),
      votes: {
        total: live.votes,
        perMinute: votesPerMinute(samples) ?? (isRecent ? history.lastMinute : null),
        usualPerMinute: history.usualPerMinute,
        voters: history.voters,
      },
      span,
      recordedUntil: iso(live.recordedUntil),
      series: history.series,
      funnel: history.funnel,
      sockets: { open: live.sockets, processes: live.processes },
      sms: {
        ...history.sms,
        failing: failing.sms,
        lastHour: live.smsLastHour,
        hourlyBudget: smsHourlyBudget,
      },
      mails: { ...history.mails, failing: failing.mail },
      queue: {
        waiting: waiting.mail + waiting.sms,
        oldestSeconds: live.queueOldestSeconds === null ? null : Math.round(live.queueOldestSeconds),
        dead: live.queueDead,
      },
      findings: await findings(),
    };
  };

  const readingOf = (span: Span): (() => Promise<Finished>) => {
    let kept: { key: string; history: History } | undefined;
    return shared(async () => {
      const at = now();
      const live = await readLive(db, at);
      const key = `${live.recordedUntil?.getTime()} ${Math.floor(at.getTime() / MINUTE_MS)}`;
      if (kept?.key !== key) kept = { key, history: await readHistory(db, messages, span, at) };
      return finish(JSON.stringify(await answerOf(span, kept.history, live, at)));
    }, CACHE_MS);
  };

  const readings = { quarter: readingOf('quarter'), day: readingOf('day'), all: readingOf('all') };
  return {
    current: (span) => readings[span](),
    firstSteps: async () => firstStepsOf(await readBegun(db), phases.times()),
  };
};
