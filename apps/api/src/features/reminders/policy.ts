const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A reminder of each kind is sent at most once a year: after somebody stopped, and before voting closes. */
export type ReminderKind = 'stopped' | 'closing';

/** A reminder that is due: who did something last between `since` and `until`, and stopped then, gets it. */
export type Due = { kind: ReminderKind; since: Date; until: Date };

/**
 * The reminders that are due while voting is open: an hour after somebody stopped, or in the last day, to all who stopped in
 * the 90 days for which steps are kept. Who stopped some hours ago while nothing could be sent gets only the second.
 * @param endsAt the end of voting, if it has one
 */
export const dueReminders = (now: Date, endsAt: Date | null): readonly Due[] => {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const until = before(HOUR_MS);
  const isLastDay = endsAt !== null && endsAt.getTime() - now.getTime() <= DAY_MS;
  return [
    ...(isLastDay ? [{ kind: 'closing' as const, since: before(90 * DAY_MS), until }] : []),
    { kind: 'stopped', since: before(3 * HOUR_MS), until },
  ];
};
