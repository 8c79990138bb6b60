import { takeBase } from '@laurel/backup/base';
import { openStore } from '@laurel/backup/open-store';
import { chainFrom } from '@laurel/backup/policy';
import { runBackups } from '@laurel/backup/run';
import { requireRecipients } from '@laurel/backup/sealed';
import { identify, onServer } from '@laurel/backup/server';
import { requireSource } from '@laurel/backup/settings';
import { findLeftovers, shipLeftovers } from '@laurel/backup/shipper';
import { requireSigner, requireTrust } from '@laurel/backup/signed';
import { assess, metricsText, noteCreated, readState } from '@laurel/backup/status';
import type { Command } from 'commander';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import { createLogger } from '../wiring/logger.ts';
import { registerDrill } from './backup-drill.ts';
import { registerKeys } from './backup-keys.ts';
import { describeBase, registerList } from './backup-list.ts';
import { stopSignal, withScratch } from './backup-options.ts';
import { registerRestore } from './backup-restore.ts';
import { inMegabytes, megabytes } from './backup-sizes.ts';
import { registerVerify } from './backup-verify.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, json, print } from './output.ts';
import { withProgress } from './progress.ts';

const stateLines = (state: NonNullable<ReturnType<typeof assess>['state']>): string[] => {
  const { lastBase, completeAt, shippedLsn, lagBytes, lagSeconds, slotStatus, slotRetainedBytes } = state;
  const base = lastBase && `${lastBase.id}, finished at ${shownTime(lastBase.finishedAt)}`;
  return [
    ...(lastBase ? [`Base backup     ${base}, ${megabytes(lastBase.storedBytes)}`] : []),
    `Write-ahead log complete up to ${shownTime(completeAt)} (${shippedLsn}), ${lagBytes} bytes behind (${lagSeconds} s)`,
    `Slot            ${slotStatus ?? 'none'}, keeps ${megabytes(slotRetainedBytes)}`,
  ];
};

const registerMaking = (backup: Command, { backupSettings, output, ended }: Laurel): void => {
  backup
    .command('run')
    .description('run backups continuously: the write-ahead log at once, a base backup every day')
    .action(async () => {
      const logger = createLogger({ LOG_LEVEL: 'info' });
      await runBackups(backupSettings(), { logger, now: () => systemClock.now(), signal: stopSignal() });
    });

  asJson(backup.command('status'))
    .description('report whether backups are being made; exits with 1 if not')
    .option('--metrics', 'print Prometheus metrics', false)
    .action((options: Json & { metrics: boolean }) => {
      const settings = backupSettings();
      const assessment = assess(readState(settings.spoolDir), settings, systemClock.now());
      const { ok, problems, state } = assessment;
      if (options.metrics) output.line(metricsText(assessment).trimEnd());
      else if (options.json) output.line(json(assessment));
      else {
        for (const line of state ? stateLines(state) : []) output.line(line);
        for (const problem of problems) output.problem(`PROBLEM  ${problem}`);
        if (ok) output.line('All is well.');
      }
      ended(ok ? EXIT.ok : EXIT.problem);
    });

  asJson(backup.command('ship'))
    .description('upload the rest of the spool before a restore, if "laurel backup run" can’t')
    .option('--dry-run', 'only say what would be shipped', false)
    .action(async (options: Json & { dryRun: boolean }) => {
      const settings = backupSettings();
      const { spoolDir } = settings;
      const recipients = requireRecipients(settings);
      const signer = requireSigner(settings);
      const store = await openStore(settings.store);
      if (options.dryRun) {
        const files = [...(await findLeftovers(spoolDir)).values()].flat().length;
        const text = `Would ship ${files} files of the log to ${store.place}.`;
        return print(output, options.json, { dryRun: true, files }, text);
      }
      const now = () => systemClock.now();
      const trust = requireTrust(settings);
      const files = await shipLeftovers({ spoolDir, store, recipients, signer, trust, now });
      print(output, options.json, { files }, `Shipped ${files} files of the log to ${store.place}.`);
    });

  asJson(backup.command('create'))
    .description('take a base backup now')
    .option('--dry-run', 'only say what would be done', false)
    .action(async (options: Json & { dryRun: boolean }) => {
      const settings = backupSettings();
      const databaseUrl = requireSource(settings);
      const recipients = requireRecipients(settings);
      const signer = requireSigner(settings);
      const store = await openStore(settings.store);
      const identity = await onServer(databaseUrl, identify);
      const where = `cluster ${identity.cluster} (PostgreSQL ${identity.version}) to ${store.place}`;
      if (options.dryRun) {
        const value = { dryRun: true, ...identity, store: store.place };
        return print(output, options.json, value, `Would back up ${where}.`);
      }
      const work = { label: 'backing up', total: 0, unit: 'MB' };
      const base = await withScratch(settings, (passwordFolder) =>
        withProgress(output, work, (advance) =>
          takeBase({
            ...{ databaseUrl, identity, store, recipients, signer, passwordFolder },
            now: () => systemClock.now(),
            signal: stopSignal(),
            advance: inMegabytes.counted(advance),
          }),
        ),
      );
      noteCreated(settings.spoolDir, identity.cluster, base);
      const { id, storedBytes, dataBytes } = base;
      const text = `Backed up ${where}: ${id}, ${megabytes(dataBytes)} in ${megabytes(storedBytes)}.`;
      print(output, options.json, describeBase(base, chainFrom(base, [])), text);
    });
};

/** `laurel backup …`. */
export const registerBackup = (laurel: Laurel): void => {
  const backup = laurel.program.command('backup').description('make, check and restore backups');
  registerMaking(backup, laurel);
  registerList(backup, laurel);
  registerVerify(backup, laurel);
  registerKeys(backup, laurel);
  registerRestore(backup, laurel);
  registerDrill(backup, laurel);
};
