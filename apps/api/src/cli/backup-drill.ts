import { type DrillFinding, type DrillReport, runDrill } from '@laurel/backup/drill';
import { openStore } from '@laurel/backup/open-store';
import { requireIdentities } from '@laurel/backup/sealed';
import { requireDatabase } from '@laurel/backup/settings';
import type { Command } from 'commander';
import type { Finding } from '../checks/finding.ts';
import { systemClock } from '../clock.ts';
import {
  fetchBy,
  identityText,
  type Keys,
  scratchOf,
  stopSignal,
  type TrustOptions,
  trustOf,
  withIdentity,
  withTrust,
} from './backup-options.ts';
import { inMegabytes } from './backup-sizes.ts';
import { checkBallotGuards, checkMigrations, checkTallies } from './checks.ts';
import { onDatabase } from './database.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, json, type Output } from './output.ts';
import { withProgress } from './progress.ts';

/** The time limit of a statement, milliseconds. Comparing tallies reads every vote. */
const STATEMENT_MS = 30 * 60_000;

/** The doctor's checks of a database, without those of a running Laurel. */
export const examineRestored = (url: string): Promise<DrillFinding[]> => {
  const options = { url, applicationName: 'laurel backup drill', statementTimeoutMs: STATEMENT_MS };
  return onDatabase(options, async ({ pool }) => {
    const found: [string, Finding][] = [
      ['migrations', await checkMigrations(pool)],
      ['guards', await checkBallotGuards(pool)],
      ['tallies', await checkTallies(pool, systemClock.now())],
    ];
    return found.map(([check, { ok, detail }]) => ({ check, ok, detail }));
  });
};

const tell = (output: Output, report: DrillReport): void => {
  const { base, acknowledgedVotes, restoredVotes, lostVotes, findings, seconds, asIs } = report;
  for (const { check, ok, detail } of findings) {
    output.line(`${ok ? 'ok     ' : 'PROBLEM'}  ${check.padEnd(13)}  ${detail}`);
  }
  output.line(`Base backup ${base.id}, ${base.ageSeconds} s old; log up to ${report.recoveredLsn}.`);
  output.line(`Acknowledged when the drill began: ${acknowledgedVotes} votes. Restored: ${restoredVotes}.`);
  output.line(
    lostVotes === 0
      ? 'Not one acknowledged vote would have been lost.'
      : `${lostVotes} acknowledged votes would have been lost${asIs ? ' if the machine had been lost then' : ''}.`,
  );
  if (!report.recorded) {
    output.problem(
      'The drill is not in the audit log: run "laurel migrate", then drill again, for doctor to know of it.',
    );
  }
  output.line(
    `It took ${seconds.total} s: ${seconds.waited} to wait for the store, ${seconds.unpacked} to unpack, ${seconds.recovered} to replay the log, ${seconds.checked} to check.`,
  );
};

/** `laurel backup drill`. */
export const registerDrill = (backup: Command, laurel: Laurel): void => {
  const { backupSettings, output, ended } = laurel;
  withTrust(withIdentity(asJson(backup.command('drill'))))
    .description('restore into a temporary PostgreSQL, and report what would have been lost')
    .option('--as-is', 'do not wait for the latest log: measure what a loss of the machine would cost now', false)
    .option('--scratch <DIR>', 'a folder with space for the whole database (default: in BACKUP_SPOOL_DIR)')
    .action(async (options: Json & Keys & TrustOptions & { asIs: boolean; scratch?: string }) => {
      const settings = backupSettings();
      const trust = trustOf(options, settings);
      const identity = await identityText(laurel, options, settings);
      const drill = async (advance: (bytes: number) => void) =>
        runDrill({
          databaseUrl: requireDatabase(settings),
          store: await openStore(settings.store),
          identities: requireIdentities({ identity }),
          trust,
          spoolDir: settings.spoolDir,
          scratchDir: options.scratch ?? scratchOf(settings),
          asIs: options.asIs,
          fetchFor: fetchBy({ identity, trust: options, settings }),
          examine: examineRestored,
          now: () => systemClock.now(),
          signal: stopSignal(),
          advance,
        });
      const work = { label: 'drill: unpacked', total: 0, unit: 'MB' };
      const report = await withProgress(output, work, (advance) => drill(inMegabytes.counted(advance)));
      if (options.json) output.line(json(report));
      else tell(output, report);
      ended(report.ok ? EXIT.ok : EXIT.problem);
    });
};
