import { chooseCluster } from '@laurel/backup/catalog';
import { BackupError } from '@laurel/backup/errors';
import { chooseBase } from '@laurel/backup/policy';
import { requireIdentities } from '@laurel/backup/sealed';
import { knownHead } from '@laurel/backup/status';
import { type Verification, verifyBackup } from '@laurel/backup/verify';
import type { Command } from 'commander';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import {
  givenIdentity,
  type Keys,
  readBackups,
  stopSignal,
  type TrustOptions,
  timeFor,
  withIdentity,
  withScratch,
  withTrust,
} from './backup-options.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, json, type Output } from './output.ts';
import { withProgress } from './progress.ts';

type Options = Json & Keys & TrustOptions & { base?: string; cluster?: string; notBefore?: Date };

const tell = (output: Output, { problems, base, segments, upTo, completeAt, opened, ok }: Verification): void => {
  for (const problem of problems) output.problem(`PROBLEM  ${problem}`);
  const end = completeAt ? `complete up to ${shownTime(completeAt)}` : `up to ${upTo}`;
  const read = `base backup ${base} and ${segments} files of the log, ${end}`;
  output.line(ok ? `Read and in order: ${read}.` : `Read: ${read}.`);
  if (!opened) output.line('Signatures and digests match. With --identity the content is decrypted and checked, too.');
};

/** `laurel backup verify`. */
export const registerVerify = (backup: Command, laurel: Laurel): void => {
  const { output, ended } = laurel;
  withTrust(withIdentity(asJson(backup.command('verify'))))
    .description('read a base backup and its log, and verify signatures, digests and completeness')
    .option('--base <ID>', 'the ID of a base backup from "laurel backup list" (default: the newest)')
    .option('--cluster <ID>', 'the ID of a cluster (default: the one with the newest base backup)')
    .option(
      '--not-before <TIME>',
      'a time up to which backups exist: a store that ends earlier is a problem',
      timeFor('--not-before'),
    )
    .action(async (options: Options) => {
      const { settings, trust, store, clusters } = await readBackups(laurel, options);
      const identity = await givenIdentity(options, settings);
      const identities = identity === undefined ? undefined : requireIdentities({ identity });
      const catalog = chooseCluster(clusters, store, options.cluster);
      const base =
        options.base === undefined ? chooseBase(catalog) : catalog.bases.find(({ id }) => id === options.base);
      if (!base) throw new BackupError(`There is no base backup ${options.base}. "laurel backup list" shows all.`);
      const signal = stopSignal();
      const known = {
        known: knownHead(settings.spoolDir, catalog.cluster),
        notBefore: options.notBefore,
        now: systemClock.now(),
      };
      const files = { label: 'verifying', total: catalog.wal.length, unit: 'files of the log' };
      const result = await withScratch(settings, (scratchDir) =>
        withProgress(output, files, (advance) =>
          verifyBackup({ store, catalog, base, trust, identities, scratchDir, advance, signal, ...known }),
        ),
      );
      if (options.json) output.line(json(result));
      else tell(output, result);
      ended(result.ok ? EXIT.ok : EXIT.problem);
    });
};
