import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { takeBase } from './base.ts';
import { readCluster } from './catalog.ts';
import { freeBytes, RESERVE_BYTES } from './disk.ts';
import { BackupError } from './errors.ts';
import { createHeadWriter, examineHead } from './head.ts';
import { createKeeper } from './keeper.ts';
import { leadsThrough, readLineage } from './lineage.ts';
import { openStore } from './open-store.ts';
import { startReceiver } from './receiver.ts';
import { requireRecipients } from './sealed.ts';
import { ensureSlot, identify, isStandby, onServer } from './server.ts';
import { type BackupSettings, primaryOf, requireSource } from './settings.ts';
import { createShipper } from './shipper.ts';
import { requireSigner, requireTrust } from './signed.ts';
import { ANOTHER_DATABASE, type Context, pause, rejectOlderCopy, waitForDatabase, waitForStore } from './start.ts';
import { assess, metricsText, readState } from './status.ts';
import { createSweeper, sweepDrills } from './sweep.ts';
import { type Lsn, parseLsn, segmentAt } from './wal.ts';
import { createWatch } from './watch.ts';

const TICK_MS = 1_000;
const CHECK_MS = 60_000;

/** Creates the spool's folder and checks that it is writable. @throws BackupError */
const ensureFolder = (spoolDir: string): void => {
  try {
    mkdirSync(join(spoolDir, 'wal'), { recursive: true, mode: 0o700 });
    accessSync(join(spoolDir, 'wal'), constants.W_OK);
  } catch (cause) {
    throw new BackupError(
      `BACKUP_SPOOL_DIR: this user (${userInfo().username}) may not write to ${spoolDir}. Give the folder to that user.`,
      { cause },
    );
  }
};

/** Serves the metrics. @returns closes the server @throws BackupError if the port is not free */
const serveMetrics = async (settings: BackupSettings, now: () => Date): Promise<() => void> => {
  if (settings.metricsPort === undefined) return () => undefined;
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    response.end(metricsText(assess(readState(settings.spoolDir), settings, now())));
  });
  server.listen(settings.metricsPort);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new BackupError(`BACKUP_METRICS_PORT: port ${settings.metricsPort} cannot be opened. Choose a free one.`, {
      cause,
    });
  });
  return () => void server.close();
};

const run = async (settings: BackupSettings, context: Context): Promise<void> => {
  const { logger, now, signal } = context;
  const databaseUrl = requireSource(settings);
  const recipients = requireRecipients(settings);
  const signer = requireSigner(settings);
  const trust = requireTrust(settings);
  const { spoolDir } = settings;
  ensureFolder(spoolDir);
  const scratch = join(spoolDir, 'scratch');
  const drills = createSweeper((before) => sweepDrills(scratch, before), {
    what: 'the folder of a killed drill',
    now,
    logger,
  });
  await drills.check();
  const store = await openStore(settings.store);
  const unfinished = createSweeper(store.removeUnfinished, { what: 'an interrupted backup', now, logger });
  const identity = await waitForDatabase(databaseUrl, context);
  if (!identity) return;
  const { cluster } = identity;
  const source = { databaseUrl, primaryUrl: primaryOf(settings), cluster };

  const before = readState(spoolDir);
  const same = before?.cluster === cluster ? before : undefined;
  const folder = join(spoolDir, 'wal', cluster);
  const ours = same?.headSequence ?? 0;
  const wasHere = same && (same.timeline === 0 || same.timeline === identity.timeline);
  let shipped = (): Lsn => (wasHere ? parseLsn(same.shippedLsn) : 0n);
  let headAt: Date | undefined;
  const from = { shipped: () => shipped(), before: same, headAt: () => headAt };
  const watch = createWatch({ databaseUrl, cluster, spoolDir, logger, ...from });
  const examine = () => examineHead(store, cluster, trust, ours);
  const known = { headSequence: ours, timeline: identity.timeline };
  const examined = await waitForStore({ source, examine, watch, known }, context).catch(async (error: unknown) => {
    await watch.close();
    throw error;
  });
  if (!examined) return watch.close();
  const { stored, problem } = examined;
  headAt = stored?.completeAt;
  const signed = stored?.timeline === identity.timeline ? stored.upTo : 0n;
  const shipper = createShipper({
    folder,
    store,
    recipients,
    signer,
    trust,
    cluster,
    now,
    partialMs: settings.partialMs,
    timeline: identity.timeline,
    // After a power failure, the state may be older than the head.
    shipped: shipped() > signed ? shipped() : signed,
    signed,
  });
  shipped = shipper.shipped;
  const keeper = createKeeper({
    settings,
    logger,
    now,
    catalog: () => readCluster(store, cluster, trust),
    remove: store.remove,
    take: (meant) =>
      takeBase({ databaseUrl, identity: meant, store, recipients, signer, passwordFolder: spoolDir, now, signal }),
  });

  const hasSpace = async (): Promise<boolean> => {
    const hasSpace = (await freeBytes(spoolDir)) >= RESERVE_BYTES;
    watch.setProblem(
      'disk',
      hasSpace ? undefined : `less than 1 GB is free in ${spoolDir}: nothing is received until there is`,
    );
    return hasSpace;
  };

  if (problem !== undefined) {
    logger.error(problem);
    watch.setProblem('store', problem);
  }
  const heads = createHeadWriter(store, signer, cluster, ours, stored);
  let { timeline } = identity;
  /**
   * The number of starts of the receiver: just after a start, the database may report the position of the connection
   * before.
   */
  let starts = 0;

  const clear = async (): Promise<void> => {
    for (const file of await shipper.clear()) {
      logger.error({ file: join(folder, file) }, 'the store may lack the end of this file of the log: it is kept');
    }
  };

  let failure: BackupError | undefined;
  const receiver = startReceiver({
    databaseUrl,
    folder,
    passwordFolder: spoolDir,
    synchronous: settings.synchronous,
    logger,
    ready: async () => {
      if (!(await hasSpace())) return false;
      const met = await onServer(databaseUrl, async (client) => {
        const found = await identify(client);
        if (found.cluster !== cluster) return undefined;
        return { found, standby: await isStandby(client) };
      });
      if (!met) {
        failure = new BackupError(ANOTHER_DATABASE);
        return false;
      }
      // The slot comes first, so that the server keeps the next log while the primary is asked.
      const kept = await onServer(databaseUrl, ensureSlot);
      const lineage = await readLineage(databaseUrl, met.standby);
      const lsn = shipper.signed();
      // On a new timeline, nothing is in the store at first.
      const end = (lsn === 0n ? heads.end() : undefined) ?? { timeline, lsn };
      try {
        await rejectOlderCopy(lineage, end, source);
      } catch (error) {
        if (error instanceof BackupError) failure = error;
        throw error;
      }
      const next = await shipper.next();
      if (next && segmentAt(next.lsn) < segmentAt(kept)) {
        logger.error(
          'PostgreSQL no longer has the log that comes next: there is a hole, and a new base backup is taken',
        );
        await clear();
        keeper.requestBase();
      } else if (next && !leadsThrough(lineage, next)) {
        logger.warn('the database left the received log for another timeline, which is received from now on');
        await clear();
      }
      keeper.setDatabase(met.found);
      const written = heads.end();
      timeline = lineage.end.timeline;
      starts += 1;
      shipper.begin(timeline, written?.timeline === timeline ? written.lsn : 0n);
      return true;
    },
  });

  const tick = async (last = false): Promise<void> => {
    if (!(await hasSpace())) receiver.interrupt();
    const begun = starts;
    const received = await watch.poll(now());
    await shipper.ship(begun === starts ? received : undefined, performance.now(), last);
    // The receiver reads the server's timeline when it starts.
    if (shipper.isAhead()) receiver.interrupt();
    const at = now();
    await heads.write({ at, timeline, upTo: shipper.signed(), completeAt: watch.completeAt(at) }, last);
  };
  const writeState = (): void => watch.write(now(), keeper.last(), { headSequence: heads.sequence(), timeline });
  let checkedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted && !failure) {
    await tick().then(
      () => watch.setProblem('ship', undefined),
      (err: unknown) => {
        logger.warn({ err }, 'the write-ahead log can’t be shipped');
        watch.setProblem('ship', `the write-ahead log can’t be shipped: ${err instanceof Error ? err.message : err}`);
      },
    );
    if (performance.now() - checkedAt > CHECK_MS || keeper.isWanted()) {
      checkedAt = performance.now();
      keeper.check((problem) => watch.setProblem('base', problem));
      void drills.check();
      void unfinished.check();
    }
    writeState();
    await pause(TICK_MS, signal);
  }
  logger.info('stopping: the last of the write-ahead log is shipped');
  await receiver.stop();
  await tick(true).catch((err: unknown) => logger.error({ err }, 'the last of the write-ahead log was not shipped'));
  writeState();
  await keeper.settled();
  await watch.close();
  if (failure) throw failure;
};

/**
 * Runs the backup service until it is stopped: receives WAL, ships it, takes base backups and removes expired ones. Failures
 * are logged, shown by the status, and retried.
 * @throws BackupError if the service cannot start, or if the database changes while it runs
 */
export const runBackups = async (settings: BackupSettings, context: Context): Promise<void> => {
  const closeMetrics = await serveMetrics(settings, context.now);
  try {
    await run(settings, context);
  } finally {
    closeMetrics();
  }
};
