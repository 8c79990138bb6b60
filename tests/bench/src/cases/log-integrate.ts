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
/** The second half of the time needs no more memory than the first; the reserve is for garbage not yet collected. */
const GROWTH_MB = 50;

type Run = {
  seconds: number;
  /** The most that its process grew by, megabytes. */
  needed: number;
  /** The most in the second half of the time beyond the most in the first, megabytes. */
  growth: number;
};

/** Runs the log once. */
const measured = async (log: TestLog): Promise<Run> => {
  const before = process.memoryUsage.rss();
  const samples: number[] = [];
  const sample = (): void => void samples.push((process.memoryUsage.rss() - before) / MEGABYTE);
  const sampling = setInterval(sample, SAMPLE_MS);
  const startedAt = performance.now();
  await log.run();
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  sample();
  const half = Math.ceil(samples.length / 2);
  const [first, second] = [Math.max(...samples.slice(0, half)), Math.max(0, ...samples.slice(half))];
  return { seconds, needed: Math.max(first, second), growth: Math.max(0, second - first) };
};

const benchIntegration = async (stage: Stage, votes: number): Promise<Finding[]> => {
  const owner = await connectOwner(stage);
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-log-'));
  try {
    await fillVotes(owner, votes);
    await owner.query('VACUUM ANALYZE');
    const log = await openTestLog({ url: stage.env.DATABASE_URL, dataDir, group: 20 });
    const { seconds, needed, growth } = await measured(log);
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
        what: 'what the second half needs beyond the first',
        value: growth,
        unit: ' MB',
        goal: { atMost: GROWTH_MB },
        note: `${needed.toFixed(0)} MB in all`,
      },
    ];
  } finally {
    await owner.end();
    rmSync(dataDir, { recursive: true });
  }
};

/** Integrating stored votes into a new public log. */
export const logIntegrate: BenchCase = {
  name: 'log-integrate',
  run: ({ sized }) => onStage((stage) => benchIntegration(stage, sized(2_000, 1_000_000, 10_000_000))),
};
