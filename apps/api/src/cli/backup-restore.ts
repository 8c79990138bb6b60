import { appendFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type Base, type ClusterCatalog, chooseCluster } from '@laurel/backup/catalog';
import { examineEnd } from '@laurel/backup/end';
import { BackupError } from '@laurel/backup/errors';
import { fetchWal } from '@laurel/backup/fetch-wal';
import { openStore } from '@laurel/backup/open-store';
import { chooseBase } from '@laurel/backup/policy';
import { type Fetch, markForRecovery, recoverTo, restoreScript, targetTime } from '@laurel/backup/recover';
import { emptyFolder, prepareFolder, unpackBase } from '@laurel/backup/restore';
import { requireIdentities } from '@laurel/backup/sealed';
import type { Store } from '@laurel/backup/store';
import { formatLsn } from '@laurel/backup/wal';
import type { Command } from 'commander';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import {
  endOf,
  fetchBy,
  givenIdentity,
  identityText,
  type Keys,
  readBackups,
  stopSignal,
  type TrustOptions,
  timeFor,
  trustOf,
  withIdentity,
  withScratch,
  withTrust,
} from './backup-options.ts';
import { inMegabytes } from './backup-sizes.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, MisuseError, print } from './output.ts';
import { withProgress } from './progress.ts';
import { undoneLines } from './undone-by-restore.ts';

type Restore = Json &
  Keys &
  TrustOptions & {
    to: string;
    at?: Date;
    notBefore?: Date;
    cluster?: string;
    finish: boolean;
    dryRun: boolean;
  };

type Plan = {
  store: Store;
  catalog: ClusterCatalog;
  base: Base;
  /** The plan for the JSON output. */
  report: Record<string, unknown>;
  /** The plan as text. */
  what: string;
};

/** Checks that a time is not after the end of the WAL. @throws BackupError */
const requireBefore = ({ head }: ClusterCatalog, at: Date | undefined): void => {
  if (at === undefined || !head || at <= head.completeAt) return;
  throw new BackupError(
    `--at ${shownTime(at)} is after the end of the log: it is complete up to ${shownTime(head.completeAt)}. Without --at everything up to the end is restored.`,
  );
};

/** Finds the backup to restore and checks that it can be trusted. @throws BackupError MisuseError */
const planOf = async (laurel: Laurel, options: Restore): Promise<Plan> => {
  const { settings, trust, store, clusters } = await readBackups(laurel, options);
  const catalog = chooseCluster(clusters, store, options.cluster);
  for (const problem of catalog.problems) laurel.output.problem(`PROBLEM  ${problem}`);
  requireBefore(catalog, options.at);
  const base = chooseBase(catalog, options.at);
  const { spoolDir } = settings;
  const known = { notBefore: options.notBefore, now: systemClock.now() };
  const { reach, problems } = await examineEnd({ store, catalog, base, trust, spoolDir, ...known });
  if (problems.length > 0) throw new BackupError(`Nothing was restored: ${problems.join('; ')}.`);
  if (!trust.keys)
    laurel.output.problem('Signatures are not checked, because there is no key to verify them (--unsigned).');
  else if (base.archiveSha256 === undefined) {
    laurel.output.problem('This base backup has no signature. It is restored unverified (--unsigned).');
  }
  const { head } = catalog;
  const end = head ? `${shownTime(head.completeAt)}, its end` : `${formatLsn(reach)} at least`;
  return {
    store,
    catalog,
    base,
    report: {
      cluster: base.cluster,
      base: base.id,
      finishedAt: base.finishedAt,
      dataBytes: base.dataBytes,
      logUpTo: formatLsn(reach),
      completeAt: head?.completeAt ?? null,
      signed: trust.keys !== undefined && base.archiveSha256 !== undefined,
    },
    what: `base backup ${base.id} of cluster ${base.cluster} (finished at ${shownTime(base.finishedAt)}), and the log up to ${options.at ? shownTime(options.at) : end}`,
  };
};

/** Finishes the data directory, or prepares it to recover by itself where the `laurel` command is available. */
const finishRestore = async (
  { to, at, finish }: Restore,
  { base, catalog: { head } }: Plan,
  ask: { fetch: Fetch; aheadDir: string; signal: AbortSignal },
): Promise<string> => {
  if (finish) {
    const server = await recoverTo({ dataDir: to, at, base, end: head, ...ask });
    await server.stop();
    return 'Start PostgreSQL on it: the database is as it was, at the end of what was restored.';
  }
  const script = join(to, 'laurel-restore.sh');
  writeFileSync(script, restoreScript(ask.fetch, ask.aheadDir), { mode: 0o600 });
  markForRecovery(to);
  const target = at ? `recovery_target_time = '${targetTime(at)}'\nrecovery_target_action = 'promote'\n` : '';
  appendFileSync(join(to, 'postgresql.auto.conf'), `restore_command = 'sh "${script}" %f %p'\n${target}`);
  return 'Start PostgreSQL on it where the "laurel" command is: it fetches the log by restore_command. Then remove these lines from postgresql.auto.conf.';
};

const restore = async (laurel: Laurel, options: Restore): Promise<void> => {
  const { output } = laurel;
  const settings = laurel.backupSettings();
  if (!isAbsolute(options.to)) throw new MisuseError('--to: give the whole path of the folder.');
  if (!options.finish && (options.identity === undefined || options.identity === '-')) {
    throw new MisuseError(
      '--no-finish: name the key as a file (--identity FILE), for the PostgreSQL that starts later.',
    );
  }
  const plan = await planOf(laurel, options);
  const { store, base, what, report } = plan;
  if (options.at) for (const line of undoneLines(shownTime(options.at))) output.problem(line);
  if (options.dryRun) {
    return print(output, options.json, { dryRun: true, ...report }, `Would restore ${what}, into ${options.to}.`);
  }
  const identity = await identityText(laurel, options, settings);
  const signal = stopSignal();
  await prepareFolder(options.to, base);
  const begun = performance.now();
  await withScratch(settings, async (aheadDir) => {
    await withProgress(output, inMegabytes.work('unpacking', base.storedBytes), (advance) =>
      unpackBase(store, base, requireIdentities({ identity }), options.to, {
        advance: inMegabytes.counted(advance),
        signal,
      }),
    );
    const files = options.finish ? undefined : options;
    const fetch = fetchBy({ identity, trust: options, settings, files })(base.cluster, aheadDir, plan.catalog.head);
    if (options.finish) output.problem('Replaying the log …');
    const next = await finishRestore(options, plan, { fetch, aheadDir, signal });
    const seconds = Math.round(performance.now() - begun) / 1_000;
    const text = `Restored ${what}, into ${options.to}, in ${seconds} s.\n${next}`;
    print(output, options.json, { ...report, to: options.to, finished: options.finish, seconds, next }, text);
  }).catch((error: unknown) => {
    emptyFolder(options.to);
    throw error;
  });
};

/** `laurel backup restore`, and `wal-get`, with which PostgreSQL fetches WAL. */
export const registerRestore = (backup: Command, laurel: Laurel): void => {
  withTrust(withIdentity(asJson(backup.command('restore'))))
    .description('restore the database into an empty folder')
    .requiredOption('--to <DIR>', 'an empty folder: the data directory of the new PostgreSQL')
    .option('--at <TIME>', 'the time to restore to, like 2026-12-01T20:15:00Z (default: the end)', timeFor('--at'))
    .option(
      '--not-before <TIME>',
      'a time up to which backups exist: a store that ends earlier is rejected',
      timeFor('--not-before'),
    )
    .option('--cluster <ID>', 'the ID of a cluster (default: the one with the newest base backup)')
    .option('--no-finish', 'do not replay the log: PostgreSQL replays it when it starts')
    .option('--dry-run', 'only say what would be restored', false)
    .action((options: Restore) => restore(laurel, options));

  withTrust(withIdentity(backup.command('wal-get', { hidden: true })))
    .description('fetch a file of the write-ahead log (restore_command)')
    .argument('<NAME>')
    .argument('<PATH>')
    .requiredOption('--cluster <ID>')
    .option('--ahead <DIR>')
    .option('--end <TIMELINE:LSN>')
    .action(
      async (
        name: string,
        path: string,
        options: Keys & TrustOptions & { cluster: string; ahead?: string; end?: string },
      ) => {
        const settings = laurel.backupSettings();
        const found = await fetchWal({
          store: await openStore(settings.store),
          cluster: options.cluster,
          identities: requireIdentities({ identity: await givenIdentity(options, settings) }),
          trust: trustOf(options, settings),
          end: options.end === undefined ? undefined : endOf(options.end),
          name,
          path,
          aheadDir: options.ahead,
        });
        laurel.ended(found ? EXIT.ok : EXIT.absent);
      },
    );
};
