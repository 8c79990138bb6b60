import type { Season } from '@laurel/contracts/console/calls/season';
import { FUNNEL_STEPS } from '@laurel/contracts/console/calls/tonight';
import type { DayCount, SentCount } from './season.store.ts';

/** The people by step, and the days on which anything happened. */
export const daysOf = (counts: readonly DayCount[]): Pick<Season, 'funnel' | 'days'> => {
  const sumOf = (rows: readonly DayCount[], kind: string): number =>
    rows.reduce((sum, row) => sum + (row.kind === kind ? row.count : 0), 0);
  const days = [...Map.groupBy(counts, ({ day }) => day)].map(([day, rows]) => ({
    day,
    votes: sumOf(rows, 'votes'),
    voters: sumOf(rows, 'first_votes'),
    registered: sumOf(rows, 'registered'),
  }));
  return {
    funnel: FUNNEL_STEPS.map((step) => ({ step, people: sumOf(counts, step) })),
    days: days.filter(({ votes, voters, registered }) => votes + voters + registered > 0),
  };
};

/** A row for each kind and country, with its cost in each currency in which one is known. */
export const messagesOf = (counts: readonly SentCount[]): Season['messages'] =>
  [...Map.groupBy(counts, ({ kind, country }) => `${kind} ${country}`).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { kind, country } = first;
    const cost = rows.filter(({ micros }) => micros > 0).map(({ currency, micros }) => ({ currency, micros }));
    const sum = (name: 'sent' | 'failed') => rows.reduce((total, row) => total + row[name], 0);
    return [{ kind, country, sent: sum('sent'), failed: sum('failed'), cost }];
  });
