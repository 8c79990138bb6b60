import { chooseCluster } from '@laurel/backup/catalog';
import { restoreAndExamine } from '@laurel/backup/drill';
import { chooseBase } from '@laurel/backup/policy';
import { requireIdentities } from '@laurel/backup/sealed';
import { systemClock } from '../../clock.ts';
import { type Measured, measurementLine } from '../../rehearsal/measurements.ts';
import { examineRestored } from '../backup-drill.ts';
import {
  fetchBy,
  identityText,
  type Keys,
  readBackups,
  scratchOf,
  stopSignal,
  type TrustOptions,
} from '../backup-options.ts';
import type { Laurel } from '../laurel.ts';

const HOUR_S = 3_600;

/**
 * Restores the newest backup into a temporary PostgreSQL and checks it. It only reads the store, and connects to no
 * live database.
 * @throws BackupError if there is no backup, or it cannot be restored
 */
export const restoreBackup = async (laurel: Laurel, options: Keys & TrustOptions): Promise<void> => {
  const { settings, trust, store, clusters } = await readBackups(laurel, options);
  const identity = await identityText(laurel, options, settings);
  const catalog = chooseCluster(clusters, store);
  const report = await restoreAndExamine(
    {
      store,
      identities: requireIdentities({ identity }),
      trust,
      spoolDir: settings.spoolDir,
      scratchDir: scratchOf(settings),
      fetchFor: fetchBy({ identity, trust: options, settings }),
      examine: examineRestored,
      now: () => systemClock.now(),
      signal: stopSignal(),
      advance: () => undefined,
    },
    { catalog, base: chooseBase(catalog) },
  );
  const { base, votes, findings, seconds } = report;
  const measured: Measured<'backup'> = {
    step: 'backup',
    baseAgeHours: base.ageSeconds / HOUR_S,
    restoredVotes: votes,
    seconds: seconds.unpacked + seconds.recovered + seconds.checked,
    findings,
  };
  laurel.output.line(measurementLine(measured));
};
