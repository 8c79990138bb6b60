import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Figure } from './finding.ts';
import { mostMb } from './large-commands.ts';
import { startLaurel } from './processes.ts';

const LOOK_MS = 1_000;
/** Ten million votes take minutes. */
const WITHIN_MS = 2 * 60 * 60_000;
/** What a server may need while ten million votes enter its log, megabytes. */
const MEMORY_MB = 500;

const count = async (owner: pg.Client, sql: string): Promise<number> =>
  Number((await owner.query<{ count: string }>(sql)).rows[0]?.count ?? 0);

const countVotes = (owner: pg.Client) => count(owner, 'SELECT count(*) FROM votes');
const countLogged = (owner: pg.Client) => count(owner, 'SELECT coalesce(sum(votes), 0) AS count FROM log_checkpoints');

/** Starts a server with a public log, and waits until the log has every vote. */
export const enterLog = async (env: Readonly<Record<string, string>>, owner: pg.Client): Promise<Figure[]> => {
  const votes = await countVotes(owner);
  const before = await countLogged(owner);
  const startedAt = performance.now();
  const laurel = await startLaurel(env);
  try {
    while ((await countLogged(owner)) < votes) {
      if (performance.now() - startedAt > WITHIN_MS) throw new Error(`the log lacks some of ${votes} votes`);
      await sleep(LOOK_MS);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    return [
      {
        id: 'large.log.memory',
        what: 'a server while votes enter its log',
        value: mostMb(laurel.pid),
        unit: ' MB',
        goal: { atMost: MEMORY_MB },
        note: `${(votes - before).toLocaleString('en')} votes in ${seconds.toFixed(0)} s`,
      },
    ];
  } finally {
    await laurel.stop();
  }
};
