import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { takeBase } from './base.ts';
import { readCluster } from './catalog.ts';
import { freeBytes, RESERVE_BYTES } from './disk.ts';
import { BackupError, messageOf, WrongDatabaseError } from './errors.ts';
import { createHeadWriter, examineHead } from './head.ts';
import { createKeeper } from './keeper.ts';
import { leadsThrough, readLineage } from './lineage.ts';
import { openStore } from './open-store.ts';
import { startReceiver } from './receiver.ts';
import { requireRecipients } from './sealed.ts';
import { ensureSlot, identify, onServer } from './server.ts';
import { type BackupSettings, primaryOf, requireSource } from './settings.ts';
import { createShipper } from './shipper.ts';
import { requireSigner, requireTrust } from './signed.ts';
import { type Context, pause, rejectOlderCopy, requireCluster, waitForDatabase, waitForStore } from './start.ts';
import { assess, metricsText, readState, readStateOf } from './status.ts';
import { removeDrills, sweep } from './sweep.ts';
import { parseLsn, segmentAt } from './wal.ts';
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
  const sweepDrills = (): Promise<void> =>
    sweep('the folder of a killed drill', (before) => removeDrills(join(spoolDir, 'scratch'), before), context);
  await sweepDrills();
  const store = await openStore(settings.store);
  const found = await waitForDatabase(databaseUrl, context);
  if (!found) return;
  const { cluster, timeline } = found;
  const source = { databaseUrl, primaryUrl: primaryOf(settings), cluster };

  const before = readStateOf(spoolDir, cluster);
  const ours = before?.headSequence ?? 0;
  const isSameTimeline = before?.timeline === 0 || before?.timeline === timeline;
  const start = { timeline, shipped: before && isSameTimeline ? parseLsn(before.shippedLsn) : 0n };
  const watch = createWatch({ databaseUrl, cluster, spoolDir, before, logger });
  const examine = () => examineHead(store, cluster, trust, ours);
  const showStart = () => watch.write(now(), start, ours);
  const examined = await waitForStore({ source, examine, watch, writeState: showStart }, context);
  if (!examined) return;
  const { stored, problem } = examined;
  if (stored) watch.setHead(stored.completeAt);
  if (problem !== undefined) {
    logger.error(problem);
    watch.setProblem('store', problem);
  }

  const folder = join(spoolDir, 'wal', cluster);
  const making = { store, recipients, signer, now };
  const end = stored && { timeline: stored.timeline, lsn: stored.upTo };
  const { partialMs } = settings;
  const shipper = createShipper({ ...making, ...start, folder, trust, cluster, partialMs, end });
  const heads = createHeadWriter(store, signer, cluster, ours, stored);
  const keeper = createKeeper({
    settings,
    logger,
    now,
    catalog: () => readCluster(store, cluster, trust),
    remove: store.remove,
    take: (identity) => takeBase({ ...making, databaseUrl, identity, passwordFolder: spoolDir, signal }),
  });

  const hasSpace = async (): Promise<boolean> => {
    const enough = (await freeBytes(spoolDir)) >= RESERVE_BYTES;
    watch.setProblem(
      'disk',
      enough ? undefined : `less than 1 GB is free in ${spoolDir}: nothing is received until there is`,
    );
    return enough;
  };
  const clear = async (): Promise<void> => {
    for (const file of await shipper.clear()) {
      logger.error({ file: join(folder, file) }, 'the store may lack the end of this file of the log: it is kept');
    }
  };

  /** Compares the server with the store and the spool before each start of the receiver. */
  const connect = async (): Promise<void> => {
    const identity = await onServer(databaseUrl, identify);
    requireCluster(identity, source);
    // The slot comes first, so that the server keeps the next log while the primary is asked.
    const kept = await onServer(databaseUrl, ensureSlot);
    const lineage = await readLineage(databaseUrl);
    await rejectOlderCopy(lineage, shipper.reach().end, source);
    const next = await shipper.next();
    if (next && segmentAt(next.lsn) < segmentAt(kept)) {
      logger.error('PostgreSQL no longer has the log that comes next: there is a hole, and a new base backup is taken');
      await clear();
      keeper.requestBase();
    } else if (next && !leadsThrough(lineage, next)) {
      logger.warn('the database left the received log for another timeline, which is received from now on');
      await clear();
    }
    keeper.setDatabase(identity);
    shipper.begin(lineage.end.timeline);
  };
  let failure: WrongDatabaseError | undefined;
  const receiver = startReceiver({
    databaseUrl,
    folder,
    passwordFolder: spoolDir,
    synchronous: settings.synchronous,
    logger,
    ready: async () => {
      if (!(await hasSpace())) return false;
      await connect().catch((error: unknown) => {
        if (error instanceof WrongDatabaseError) failure = error;
        throw error;
      });
      return true;
    },
  });

  const tick = async (last = false): Promise<void> => {
    if (!(await hasSpace())) receiver.interrupt();
    await shipper.ship(() => watch.poll(now()), performance.now(), last);
    // The receiver reads the server's timeline when it starts.
    const { state, timeline, shipped, signed } = shipper.reach();
    if (state === 'ahead') receiver.interrupt();
    const at = now();
    await heads.write({ at, timeline, upTo: signed, completeAt: watch.completeAt(at, shipped) }, last);
  };
  const writeState = (): void => watch.write(now(), shipper.reach(), heads.sequence(), keeper.last());
  let checkedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted && !failure) {
    await tick().then(
      () => watch.setProblem('ship', undefined),
      (err: unknown) => {
        logger.warn({ err }, 'the write-ahead log can’t be shipped');
        watch.setProblem('ship', `the write-ahead log can’t be shipped: ${messageOf(err)}`);
      },
    );
    if (performance.now() - checkedAt > CHECK_MS || keeper.isWanted()) {
      checkedAt = performance.now();
      keeper.check((problem) => watch.setProblem('base', problem));
      void sweepDrills();
      void sweep('an interrupted backup', store.removeUnfinished, context);
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
