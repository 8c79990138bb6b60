import { connectOwner } from '../cast.ts';
import type { Ask, BenchCase, Finding } from '../finding.ts';
import { enterLog, measureCommands, measureConsole, measureJobs, measureSite } from '../large/measure.ts';
import { fillAndMigrate } from '../large/migrations.ts';
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

/** Everything that a database of a large award is asked, in one run. */
const benchLarge = async ({ sized, kept }: Ask): Promise<Finding[]> => {
  const voters = sized(300, 100_000, 1_000_000);
  const findings: Finding[] = [];
  const before = async (urls: Parameters<typeof fillAndMigrate>[0]): Promise<void> => {
    findings.push(...(await fillAndMigrate(urls, { voters, voting: sized(100, 5_000) })));
  };
  return onStage(
    async (stage) => {
      const owner = await connectOwner(stage);
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
      try {
        findings.push(...(await measureJobs(stage, owner)));
        const { subject, sessionId } = await prepareSubject(stage, owner);
        findings.push(await enterLog(env, owner));
        findings.push(...(await measureSite(keyed, owner, subject, sessionId)));
        findings.push(...(await measureConsole(keyed, owner, subject)));
        findings.push(...(await measureCommands(owner, env)));
        return findings;
      } finally {
        await owner.end();
      }
    },
    { kept, settings: SETTINGS, before },
  );
};

/** A database with a million accounts and ten million votes: migrations, jobs, calls and commands. */
export const large: BenchCase = { name: 'large', onlyByName: true, run: benchLarge };
