import type { Results } from '@laurel/contracts/console/calls/results';
import type { Season } from '@laurel/contracts/console/calls/season';
import { type PhaseTimes, phaseTimesText } from '@laurel/contracts/phase';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import type { Queryable } from '@laurel/database/queryable';
import { daysOf, messagesOf } from './season.policy.ts';
import { readDays, readDecided, readMoves, readSent } from './season.store.ts';

type Deps = {
  db: Queryable;
  times(): PhaseTimes;
  findings(): Promise<Season['findings']>;
  now(): Date;
};

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The report of a season, for who may take the result away. It has no number of a nominee. */
export const createSeason =
  ({ db, times, findings, now }: Deps) =>
  async ({ votes, categories }: Pick<Results, 'votes' | 'categories'>): Promise<Season> => {
    return {
      at: now().toISOString(),
      phases: phaseTimesText(times()),
      votes,
      categories: categories.map(({ title, name, cast, excluded, counted }) => ({
        title,
        name,
        cast,
        excluded,
        counted,
      })),
      ...daysOf(await readDays(db, DISPLAY_TIME_ZONE)),
      messages: messagesOf(await readSent(db)),
      exclusions: (await readDecided(db)).map((each) => ({
        ...each,
        appliedAt: each.appliedAt.toISOString(),
        undoneAt: iso(each.undoneAt),
      })),
      moves: (await readMoves(db)).map((each) => ({ ...each, at: each.at.toISOString() })),
      findings: (await findings()).filter(({ state }) => state === 'bad'),
    };
  };
