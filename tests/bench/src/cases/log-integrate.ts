import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestLog, type TestLog } from '@laurel/support/public-log';
import { connectOwner } from '../cast.ts';
import { fillVotes } from '../fill.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { onStage, type Stage } from '../stage.ts';

const MEGABYTE = 1024 * 1024;
const SAMPLE_MS = 100;
/** Ten million leaves in ten minutes. */
const LEAVES_A_SECOND = 10_000_000 / 600;
/** What a chunk needs, with garbage that is not collected yet. */
const GROWTH_MB = 200;

/** Runs the log once. Returns its duration, and by how much its process grew at most, megabytes. */
const measured = async (log: TestLog): Promise<{ seconds: number; growth: number }> => {
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const startedAt = performance.now();
  await log.run();
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  return { seconds, growth: (Math.max(most, process.memoryUsage.rss()) - before) / MEGABYTE };
};

const benchIntegration = async (stage: Stage, votes: number): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-log-'));
  try {
    await fillVotes(owner, votes);
    await owner.query('VACUUM ANALYZE');
    const log = await openTestLog({ url: stage.env.DATABASE_URL, dataDir, group: 20 });
    const { seconds, growth } = await measured(log);
    const size = log.published.current()?.size ?? 0;
    await log.close();
    // The times are a leaf, too.
    if (size !== votes + 1) throw new Error(`the log has ${size} leaves of ${votes} votes`);
    const { rows } = await owner.query<{ bytes: number }>(
      `SELECT (pg_total_relation_size('log_votes') + pg_total_relation_size('log_tiles'))::float8 AS bytes`,
    );
    return [
      {
        id: 'log-integrate.leaves',
        what: `leaves integrated into the public log, ${votes.toLocaleString('en')} votes`,
        value: votes / seconds,
        unit: ' a second',
        goal: { atLeast: LEAVES_A_SECOND },
        note: `${seconds.toFixed(1)} s, ${((rows[0]?.bytes ?? 0) / votes).toFixed(0)} bytes for each`,
      },
      {
        id: 'log-integrate.memory',
        what: 'growth of the process meanwhile, at most',
        value: growth,
        unit: ' MB',
        goal: { atMost: GROWTH_MB },
      },
    ];
  } finally {
    await owner.end();
    rmSync(dataDir, { recursive: true });
  }
};

/** Integrating votes of before into a new public log. */
export const logIntegrate: BenchCase = {
  name: 'log-integrate',
  run: ({ sized }) => onStage((stage) => benchIntegration(stage, sized(2_000, 100_000, 10_000_000))),
};
