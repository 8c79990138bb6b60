import type pg from 'pg';
import { fillAward } from '../fill-award.ts';
import type { Ask, BenchCase, Figure, Finding } from '../finding.ts';
import { enterLog, measureCommands, measureConsole, measureJobs, measureSite } from '../large/measure.ts';
import { COUNTED } from '../large/statements.ts';
import { prepareSubject } from '../large/subject.ts';
import { onStage } from '../stage.ts';

/** Settings of docker-compose.yml that decide about plans and memory. */
const SETTINGS = {
  ...COUNTED,
  shared_buffers: '256MB',
  effective_cache_size: '768MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
};

const KEY = Buffer.alloc(32, 7).toString('base64');

/** Fills a database, if it is not one that is kept. */
const fill = async (owner: pg.Client, sizes: { voters: number; pastVotes: number }): Promise<Figure[]> => {
  if ((await owner.query('SELECT FROM votes LIMIT 1')).rowCount) return [];
  const startedAt = performance.now();
  const { votes } = await fillAward(owner, { ...sizes, now: new Date() });
  const { rows } = await owner.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  return [
    {
      what: `filled with ${votes.toLocaleString('en')} votes of ten editions, and ${sizes.voters.toLocaleString('en')} voters`,
      value: (performance.now() - startedAt) / 1_000,
      unit: ' s',
      note: `${((rows[0]?.bytes ?? 0) / 1024 ** 3).toFixed(1)} GB`,
    },
  ];
};

/** Everything that a database of a large award is asked, in one run. */
const benchLarge = async ({ sized, kept }: Ask): Promise<Finding[]> => {
  const sizes = { voters: sized(300, 100_000, 1_000_000), pastVotes: sized(300, 1_000_000) };
  const findings: Finding[] = [];
  return onStage(
    async (stage) => {
      const { owner } = stage;
      // A database that is kept has a log and secrets of one key.
      const env = {
        ...stage.env,
        LOG_KEY: KEY,
        DATA_KEY: KEY,
        CONSOLE_URL: 'http://localhost:8081',
        DATABASE_MIGRATE_URL: stage.migrateUrl,
        DATABASE_CONSOLE_URL: stage.consoleUrl,
      };
      const keyed = { ...stage, env };
      findings.push(...(await fill(owner, sizes)));
      findings.push(...(await measureJobs(stage, owner)));
      const { subject, sessionId } = await prepareSubject(stage, owner);
      findings.push(await enterLog(env, owner));
      findings.push(...(await measureSite(keyed, owner, subject, sessionId)));
      findings.push(...(await measureConsole(keyed, owner, subject)));
      findings.push(...(await measureCommands(owner, env)));
      return findings;
    },
    { kept, settings: SETTINGS },
  );
};

/** A database with a million accounts and ten million votes, beside nine million of archived editions: jobs, calls and commands. */
export const large: BenchCase = { name: 'large', onlyByName: true, run: benchLarge };
