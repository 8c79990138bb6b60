import { countPeople } from '@laurel/api/features/public-log/reports.store';
import { countVoters, readPublished } from '@laurel/api/features/statistics/store';
import { recordActivity } from '@laurel/api/jobs/activity';
import { prune } from '@laurel/api/jobs/upkeep';
import { createDatabase, createLongPool } from '@laurel/database/client';
import { checkGuards, compareTallies } from '@laurel/database/guards';
import type pg from 'pg';
import type { Figure } from './finding.ts';
import type { Stage } from './stage.ts';
import { countStatements } from './statements.ts';

/** The application's connections end a statement after ten seconds, except those that read whole tables. */
const MAX_MS = 10_000;

/** The background jobs of a server. The activity of the ten days is recorded first: a running server records each minute. */
export const measureJobs = async (stage: Stage, owner: pg.Client): Promise<Figure[]> => {
  const { db, pool, close } = createDatabase({ url: stage.env.DATABASE_URL, maxConnections: 2 });
  const longPool = createLongPool({ url: stage.env.DATABASE_URL });
  const every = { seconds: 1, votes: 1 };
  const jobs: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['record the activity of ten days', () => recordActivity(db, new Date())],
    ['record the activity of the last minute', () => recordActivity(db, new Date())],
    ['delete what has expired', () => prune(db, new Date())],
    ['publish the totals', () => readPublished(pool, every, false)],
    ['count the voters', () => countVoters(longPool)],
    ['count who was verified', () => countPeople(longPool)],
    ['compare the tallies', () => compareTallies(longPool)],
    ['check the guards', () => checkGuards(pool)],
  ];
  const figures: Figure[] = [];
  try {
    for (const [what, run] of jobs) {
      let ms = 0;
      const counted = await countStatements(owner, async () => {
        const startedAt = performance.now();
        await run();
        ms = performance.now() - startedAt;
      });
      const pages = counted.reduce((sum, each) => sum + each.pages, 0);
      const temporary = counted.reduce((sum, each) => sum + each.temporary, 0);
      const [most] = counted.toSorted((a, b) => b.longestMs - a.longestMs);
      const note = `${ms.toFixed(0)} ms; ${pages} pages, ${temporary} in temporary files; ${most?.text.slice(0, 120)}`;
      const value = most?.longestMs ?? 0;
      figures.push({
        id: `large.job.${what.replaceAll(' ', '-')}`,
        what,
        value,
        unit: ' ms',
        goal: { atMost: MAX_MS },
        note,
      });
    }
    return figures;
  } finally {
    await longPool.end();
    await close();
  }
};
