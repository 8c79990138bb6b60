import { appendFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { chooseCluster, readCatalog } from '../backup/catalog.ts';
import { openStore } from '../backup/open-store.ts';
import { chainFrom, chooseBase } from '../backup/policy.ts';
import { type Fetch, recover, restoreScript, targetTime } from '../backup/recover.ts';
import { emptyFolder, fetchWal, prepareFolder, unpackBase } from '../backup/restore.ts';
import { needIdentities } from '../backup/sealed.ts';
import { formatLsn } from '../backup/wal.ts';
import { scratchIn, stopSignal, withIdentity } from './backup-options.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { shownMoment } from './moment.ts';
import { EXIT, json, MisuseError } from './output.ts';

/** A moment as people and programs write it. @throws MisuseError */
export const momentOf = (text: string): Date => {
  const moment = new Date(text);
  if (
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) &&
    !Number.isNaN(moment.getTime())
  ) {
    return moment;
  }
  throw new MisuseError(`--at ${text}: write the moment with its time zone, like 2026-12-01T20:15:00Z.`);
};

/** How this very command is run again to fetch a file of the log. */
export const fetchBy =
  (identityFile: string | undefined) =>
  (cluster: string, aheadDir: string): Fetch => [
    process.execPath,
    resolve(process.argv[1] ?? ''),
    'backup',
    'wal-get',
    `--cluster=${cluster}`,
    `--ahead=${aheadDir}`,
    ...(identityFile === undefined ? [] : [`--identity=${resolve(identityFile)}`]),
  ];

type Restore = Json & {
  to: string;
  at?: Date;
  cluster?: string;
  identity?: string;
  finish: boolean;
  dryRun: boolean;
};

/** The option's own text, where the file has been read already. */
export const identityFileOf = (argv: readonly string[]): string | undefined => {
  const index = argv.findIndex((word) => word === '--identity' || word.startsWith('--identity='));
  const word = argv[index];
  return word?.includes('=') ? word.slice(word.indexOf('=') + 1) : index < 0 ? undefined : argv[index + 1];
};

/** The finished directory, or one that finishes by itself where the `laurel` command is. */
const finishRestore = async (options: Restore, ask: { fetch: Fetch; aheadDir: string }) => {
  const { to, at, finish } = options;
  if (finish) {
    const server = await recover({ dataDir: to, at, signal: stopSignal(), ...ask });
    await server.stop();
    return 'Start PostgreSQL on it: the database is as it was, at the end of what was restored.';
  }
  const script = join(to, 'laurel-restore.sh');
  writeFileSync(script, restoreScript(ask.fetch, ask.aheadDir), { mode: 0o600 });
  writeFileSync(join(to, 'recovery.signal'), '');
  const target = at ? `recovery_target_time = '${targetTime(at)}'\nrecovery_target_action = 'promote'\n` : '';
  appendFileSync(join(to, 'postgresql.auto.conf'), `restore_command = 'sh "${script}" %f %p'\n${target}`);
  return 'Start PostgreSQL on it where the "laurel" command is: it fetches the log by restore_command. Then remove these lines from postgresql.auto.conf.';
};

/** `laurel backup restore`, and `wal-get`, by which PostgreSQL fetches the log. */
export const registerRestore = (backup: Command, { backupSettings, output, ended }: Laurel): void => {
  withIdentity(asJson(backup.command('restore')))
    .description('restore the database into an empty folder')
    .requiredOption('--to <DIR>', 'an empty folder: the data directory of the new PostgreSQL')
    .option('--at <TIME>', 'as it was then, like 2026-12-01T20:15:00Z; else up to the end', momentOf)
    .option('--cluster <ID>', 'another than the one that was backed up last')
    .option('--no-finish', 'leave the log to the PostgreSQL that starts on it')
    .option('--dry-run', 'only say what would be restored', false)
    .action(async (options: Restore) => {
      const settings = backupSettings();
      const identities = needIdentities({ identity: options.identity ?? settings.identity });
      const store = await openStore(settings.store);
      const catalog = chooseCluster(await readCatalog(store), store, options.cluster);
      const base = chooseBase(catalog, options.at);
      const { upTo } = chainFrom(base, catalog.wal);
      const report = { cluster: base.cluster, base: base.id, dataBytes: base.dataBytes, logUpTo: formatLsn(upTo) };
      const until = options.at ? `until ${shownMoment(options.at)}` : `at least to ${formatLsn(upTo)}`;
      const what = `base backup ${base.id} of cluster ${base.cluster}, and the log ${until}`;
      if (options.dryRun) {
        output.line(options.json ? json({ dryRun: true, ...report }) : `Would restore ${what}, into ${options.to}.`);
        return;
      }
      if (!isAbsolute(options.to)) throw new MisuseError('--to: give the whole path of the folder.');
      await prepareFolder(options.to, base);
      const ahead = scratchIn(join(settings.spoolDir, 'scratch'));
      const begun = performance.now();
      try {
        await unpackBase(store, base, identities, options.to);
        const fetch = fetchBy(identityFileOf(process.argv))(base.cluster, ahead.folder);
        const next = await finishRestore(options, { fetch, aheadDir: ahead.folder });
        const seconds = Math.round(performance.now() - begun) / 1_000;
        if (options.json) output.line(json({ ...report, to: options.to, finished: options.finish, seconds, next }));
        else output.line(`Restored ${what}, into ${options.to}, in ${seconds} s.\n${next}`);
      } catch (error) {
        emptyFolder(options.to);
        throw error;
      } finally {
        ahead.cleanUp();
      }
    });

  withIdentity(backup.command('wal-get', { hidden: true }))
    .description('fetch a file of the log (restore_command)')
    .argument('<NAME>')
    .argument('<PATH>')
    .requiredOption('--cluster <ID>')
    .option('--ahead <DIR>')
    .action(async (name: string, path: string, options: { cluster: string; ahead?: string; identity?: string }) => {
      const settings = backupSettings();
      const identities = needIdentities({ identity: options.identity ?? settings.identity });
      const store = await openStore(settings.store);
      const found = await fetchWal({
        store,
        cluster: options.cluster,
        identities,
        name,
        path,
        aheadDir: options.ahead,
      });
      ended(found ? EXIT.ok : EXIT.absent);
    });
};
