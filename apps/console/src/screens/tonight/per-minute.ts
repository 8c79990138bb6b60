import type { Tonight } from '@laurel/contracts/console/calls/tonight';

/**
 * The points of the chart of votes a minute. A step that is not yet counted to its end is left out: it would look like
 * a fall.
 */
export const perMinuteOf = (
  { stepSeconds, from, votes, usual }: Pick<Tonight['series'], 'stepSeconds' | 'from' | 'votes' | 'usual'>,
  recordedUntil: string | null,
) => {
  const start = Date.parse(from) / 1_000;
  const counted = recordedUntil === null ? 0 : Math.floor((Date.parse(recordedUntil) / 1_000 - start) / stepSeconds);
  const length = Math.max(1, Math.min(votes.length, counted));
  const minutes = stepSeconds / 60;
  return {
    times: Array.from({ length }, (_, index) => start + index * stepSeconds),
    votes: votes.slice(0, length).map((value) => value / minutes),
    usual: usual.slice(0, length).map((value) => (value === null ? null : value / minutes)),
  };
};
