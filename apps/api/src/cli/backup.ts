import { join } from 'node:path';
import { takeBase } from '../backup/base.ts';
import { type Base, chooseCluster, readCatalog } from '../backup/catalog.ts';
import { BackupError } from '../backup/errors.ts';
import { openStore } from '../backup/open-store.ts';
import { chainFrom, chooseBase } from '../backup/policy.ts';
import { runBackups } from '../backup/run.ts';
import { createKeyPair, needIdentities, needRecipients } from '../backup/sealed.ts';
import { identify, onServer } from '../backup/server.ts';
import { needDatabase } from '../backup/settings.ts';
import { countLeftovers, shipLeftovers } from '../backup/shipper.ts';
import { assess, metricsText, readState } from '../backup/status.ts';
import type { Store } from '../backup/store.ts';
import { verifyBackup } from '../backup/verify.ts';
import { formatLsn } from '../backup/wal.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { registerDrill } from './backup-drill.ts';
import { scratchIn, stopSignal, withIdentity } from './backup-options.ts';
import { registerRestore } from './backup-restore.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, type Output, table } from './output.ts';

const megabytes = (octets: number): string => `${(octets / 1024 ** 2).toFixed(1)} MB`;

const describe = (base: Base, chain: ReturnType<typeof chainFrom>) => ({
  id: base.id,
  cluster: base.cluster,
  startedAt: base.startedAt,
  finishedAt: base.finishedAt,
  postgres: base.postgres,
  dataBytes: base.dataBytes,
  storedBytes: base.storedBytes,
  timeline: base.timeline,
  startLsn: formatLsn(base.startLsn),
  endLsn: formatLsn(base.endLsn),
  logUpTo: formatLsn(chain.upTo),
  restorable: chain.restorable,
  complete: chain.gapAt === undefined,
});

/** `laurel backup list`: what is in the store. */
const listBackups = async (store: Store, output: Output, options: Json): Promise<ExitCode> => {
  const catalog = await readCatalog(store);
  const found = catalog.flatMap(({ bases, wal }) => bases.map((base) => describe(base, chainFrom(base, wal))));
  if (options.json) output.line(json(found));
  else if (found.length === 0) output.line(`There is no base backup in ${store.place}.`);
  else {
    const rows = found.map((each) => [
      each.id,
      each.cluster,
      megabytes(each.storedBytes),
      each.restorable ? `${each.logUpTo}${each.complete ? '' : ', then a hole'}` : 'not restorable: its log is missing',
    ]);
    for (const line of table(['BASE', 'CLUSTER', 'SIZE', 'LOG UP TO'], rows)) output.line(line);
  }
  return EXIT.ok;
};

const registerMaking = (
  backup: ReturnType<Laurel['program']['command']>,
  { backupSettings, output, ended }: Laurel,
): void => {
  backup
    .command('run')
    .description('back up for as long as it runs: the write-ahead log at once, a base backup every day')
    .action(async () => {
      const logger = createLogger({ LOG_LEVEL: 'info' });
      await runBackups(backupSettings(), { logger, now: () => systemClock.now(), signal: stopSignal() });
    });

  asJson(backup.command('status'))
    .description('say whether backups are being made; exits with 1 if not')
    .option('--metrics', 'answer as Prometheus reads it', false)
    .action((options: Json & { metrics: boolean }) => {
      const settings = backupSettings();
      const assessment = assess(readState(settings.spoolDir), settings, systemClock.now());
      const { ok, problems, state } = assessment;
      if (options.metrics) output.line(metricsText(assessment).trimEnd());
      else if (options.json) output.line(json(assessment));
      else {
        if (state?.lastBase) {
          const { id, storedBytes } = state.lastBase;
          output.line(`Base backup     ${id}, ${megabytes(storedBytes)}`);
        }
        if (state) {
          output.line(`Write-ahead log ${state.shippedLsn}, ${state.lagBytes} octets behind (${state.lagSeconds} s)`);
          output.line(`Slot            ${state.slotStatus ?? 'none'}, keeps ${megabytes(state.slotRetainedBytes)}`);
        }
        for (const problem of problems) output.problem(`PROBLEM  ${problem}`);
        if (ok) output.line('All is well.');
      }
      ended(ok ? EXIT.ok : EXIT.problem);
    });

  asJson(backup.command('ship'))
    .description('bring to the store what is left in the spool, where "laurel backup run" can’t: before a restore')
    .option('--dry-run', 'only say how many files would be shipped', false)
    .action(async (options: Json & { dryRun: boolean }) => {
      const settings = backupSettings();
      const recipients = needRecipients(settings);
      const store = await openStore(settings.store);
      if (options.dryRun) {
        const files = await countLeftovers(settings.spoolDir);
        output.line(
          options.json ? json({ dryRun: true, files }) : `Would ship ${files} files of the log to ${store.place}.`,
        );
        return;
      }
      const files = await shipLeftovers(settings.spoolDir, store, recipients);
      output.line(options.json ? json({ files }) : `Shipped ${files} files of the log to ${store.place}.`);
    });

  asJson(backup.command('create'))
    .description('take a base backup now')
    .option('--dry-run', 'only say what would be done', false)
    .action(async (options: Json & { dryRun: boolean }) => {
      const settings = backupSettings();
      const databaseUrl = needDatabase(settings);
      const recipients = needRecipients(settings);
      const store = await openStore(settings.store);
      const identity = await onServer(databaseUrl, identify);
      const where = `cluster ${identity.cluster} (PostgreSQL ${identity.version}) to ${store.place}`;
      if (options.dryRun) {
        output.line(options.json ? json({ dryRun: true, ...identity, store: store.place }) : `Would back up ${where}.`);
        return;
      }
      const now = () => systemClock.now();
      const { cleanUp, folder: passwordFolder } = scratchIn(join(settings.spoolDir, 'scratch'));
      try {
        const base = await takeBase({ databaseUrl, identity, store, recipients, passwordFolder, now });
        const { id, storedBytes, dataBytes } = base;
        const text = `Backed up ${where}: ${id}, ${megabytes(dataBytes)} in ${megabytes(storedBytes)}.`;
        output.line(options.json ? json(describe(base, chainFrom(base, []))) : text);
      } finally {
        cleanUp();
      }
    });
};

/** `laurel backup …`. */
export const registerBackup = (laurel: Laurel): void => {
  const { program, output, backupSettings, ended } = laurel;
  const backup = program.command('backup').description('backups: making, looking, restoring');
  registerMaking(backup, laurel);

  asJson(backup.command('list'))
    .description('show what is in the store')
    .action(async (options: Json) => {
      ended(await listBackups(await openStore(backupSettings().store), output, options));
    });

  withIdentity(asJson(backup.command('verify')))
    .description('read a base backup and all the log since, and compare them with what they should be')
    .option('--base <ID>', 'another than the newest, as "laurel backup list" shows it')
    .option('--cluster <ID>', 'another than the one that was backed up last')
    .action(async (options: Json & { identity?: string; base?: string; cluster?: string }) => {
      const settings = backupSettings();
      const identities = needIdentities({ identity: options.identity ?? settings.identity });
      const store = await openStore(settings.store);
      const catalog = chooseCluster(await readCatalog(store), store, options.cluster);
      const base =
        options.base === undefined ? chooseBase(catalog) : catalog.bases.find(({ id }) => id === options.base);
      if (!base) throw new BackupError(`There is no base backup ${options.base}. "laurel backup list" shows all.`);
      const { cleanUp, folder: scratchDir } = scratchIn(join(settings.spoolDir, 'scratch'));
      try {
        const verdict = await verifyBackup({ store, catalog, base, identities, scratchDir });
        if (options.json) output.line(json(verdict));
        else {
          for (const problem of verdict.problems) output.problem(`PROBLEM  ${problem}`);
          const read = `base backup ${verdict.base} and ${verdict.segments} files of the log, up to ${verdict.upTo}`;
          output.line(verdict.ok ? `Read and in order: ${read}.` : `Read: ${read}.`);
        }
        ended(verdict.ok ? EXIT.ok : EXIT.problem);
      } finally {
        cleanUp();
      }
    });

  asJson(backup.command('key'))
    .description('make a pair of keys: the secret one opens backups and belongs away from the server')
    .action(async (options: Json) => {
      const { identity, recipient } = await createKeyPair();
      output.line(options.json ? json({ recipient, identity }) : `# public key: ${recipient}\n${identity}`);
    });

  registerRestore(backup, laurel);
  registerDrill(backup, laurel);
};
