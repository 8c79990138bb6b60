import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Base, type ClusterCatalog, readCluster } from './catalog.ts';
import { examineEnd } from './end.ts';
import { BackupError } from './errors.ts';
import type { End } from './fetch-wal.ts';
import { chooseBase } from './policy.ts';
import { type Fetch, recover } from './recover.ts';
import { prepareFolder, unpackBase } from './restore.ts';
import { identify, onServer, readReplayed } from './server.ts';
import type { Trust } from './signed.ts';
import { readStateOf } from './status.ts';
import type { Store } from './store.ts';
import { formatLsn, type Lsn, parseLsn } from './wal.ts';

export type DrillFinding = { check: string; ok: boolean; detail: string };

/** The inputs of a restore into a temporary database. */
export type RestoreAsk = {
  store: Store;
  identities: readonly string[];
  trust: Trust;
  /** The folder with the daemon's state. */
  spoolDir: string;
  scratchDir: string;
  fetchFor: (cluster: string, aheadDir: string, end: End | undefined) => Fetch;
  /** Checks the restored database over the connection of the application's role. */
  examine: (url: string) => Promise<DrillFinding[]>;
  now: () => Date;
  signal: AbortSignal;
  advance: (bytes: number) => void;
};

type Ask = RestoreAsk & {
  databaseUrl: string;
  /** Use the store as it is, instead of waiting until all acknowledged votes are in it. */
  asIs: boolean;
};

/** How long to wait for the WAL. It reaches the store within seconds; a busy store may need longer. */
const WAL_WAIT_MS = 180_000;
/** The time limit of a query: counting reads every vote. */
const QUERY_MS = 30 * 60_000;

const countVotes = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ votes: number }>('SELECT count(*)::float8 AS votes FROM votes');
  return rows[0]?.votes ?? 0;
};

/**
 * Reads the live database. A mark is written to the WAL after the votes are counted, so a store with the mark has every
 * counted vote.
 */
const readLive = (databaseUrl: string, asIs: boolean) =>
  onServer(databaseUrl, async (client) => {
    const { cluster } = await identify(client);
    const votes = await countVotes(client);
    const mark = asIs
      ? 'SELECT pg_current_wal_flush_lsn()::text AS lsn'
      : `SELECT pg_logical_emit_message(false, 'laurel', 'backup drill', true)::text AS lsn`;
    const { rows } = await client.query<{ lsn: string }>(mark);
    return { cluster, votes, lsn: parseLsn(rows[0]?.lsn ?? '') };
  });

const waitForShipping = async ({ spoolDir, signal }: Ask, cluster: string, lsn: Lsn): Promise<void> => {
  const until = performance.now() + WAL_WAIT_MS;
  for (;;) {
    const state = readStateOf(spoolDir, cluster);
    if (state && parseLsn(state.shippedLsn) >= lsn) return;
    if (performance.now() > until) {
      throw new BackupError(
        `The write-ahead log up to ${formatLsn(lsn)} has not come to the store within ${WAL_WAIT_MS / 1000} s. "laurel backup status" says why; "laurel backup drill --as-is" restores what is there.`,
      );
    }
    await sleep(200, undefined, { signal });
  }
};

/** SQL: the roles of the application, which may log in and call cast_votes, and do not own it. */
const APP_ROLES = `
  SELECT r.rolname AS role
    FROM pg_roles r, pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace AND p.proname = 'cast_votes' AND r.rolcanlogin AND NOT r.rolsuper
     AND p.proowner <> r.oid AND has_function_privilege(r.oid, p.oid, 'EXECUTE')
   ORDER BY r.rolname`;

const readRestored = async (client: pg.Client): Promise<{ votes: number; lsn: Lsn; appRole: string }> => {
  const votes = await countVotes(client);
  const lsn = await readReplayed(client);
  const { rows } = await client.query<{ role: string }>(APP_ROLES);
  const appRole = rows[0]?.role;
  if (appRole === undefined) throw new BackupError('No role of the restored database may cast votes.');
  return { votes, lsn, appRole };
};

/** Creates a function that returns the seconds since its last call, at first since its creation. */
const stopwatch = (): (() => number) => {
  let from = performance.now();
  return () => {
    const now = performance.now();
    const seconds = Math.round(now - from) / 1_000;
    from = now;
    return seconds;
  };
};

type Found = { catalog: ClusterCatalog; base: Base };

/** Finds the base to restore. If there is none yet, waits for the first one. */
const findBase = async ({ store, trust, asIs, signal }: Ask, cluster: string): Promise<Found> => {
  const until = performance.now() + (asIs ? 0 : WAL_WAIT_MS);
  for (;;) {
    const catalog = await readCluster(store, cluster, trust);
    try {
      return { catalog, base: chooseBase(catalog) };
    } catch (error) {
      if (performance.now() > until || catalog.bases.length > 0) throw error;
      await sleep(1_000, undefined, { signal });
    }
  }
};

/** Checks that the store holds everything that was signed. */
const checkSigned = async (ask: RestoreAsk, { catalog, base }: Found): Promise<DrillFinding> => {
  const end = await examineEnd({ ...ask, catalog, base, notBefore: undefined, now: ask.now() });
  const problems = [...catalog.problems, ...end.problems];
  const detail = problems.length === 0 ? 'base, log and head are signed' : problems.join('; ');
  return { check: 'signatures', ok: problems.length === 0, detail };
};

/**
 * Restores a backup into a temporary PostgreSQL and checks it, without a live database. The temporary database is always
 * removed.
 * @throws BackupError if the backup cannot be restored
 */
export const restoreAndExamine = async (ask: RestoreAsk, found: Found) => {
  const { store, identities, scratchDir, fetchFor, examine, now, signal, advance } = ask;
  const { base, catalog } = found;
  const lap = stopwatch();
  const signed = await checkSigned(ask, found);
  const ageSeconds = Math.round((now().getTime() - base.startedAt.getTime()) / 1_000);

  mkdirSync(scratchDir, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(scratchDir, 'drill-'));
  const dataDir = join(folder, 'data');
  const aheadDir = join(folder, 'ahead');
  try {
    await prepareFolder(dataDir, base);
    await unpackBase(store, base, identities, dataDir, { advance, signal });
    const unpacked = lap();
    const fetch = fetchFor(catalog.cluster, aheadDir, catalog.head);
    const { urlFor, stop } = await recover({ dataDir, fetch, aheadDir, signal });
    try {
      const recovered = lap();
      const { votes, lsn, appRole } = await onServer(urlFor(base.superuser, base.database), readRestored, QUERY_MS);
      const examined = await examine(urlFor(appRole, base.database));
      const seconds = { unpacked, recovered, checked: lap() };
      return { base: { id: base.id, ageSeconds }, votes, lsn, findings: [signed, ...examined], seconds };
    } finally {
      await stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const restoreAndCompare = async (ask: Ask) => {
  const { databaseUrl, asIs } = ask;
  const whole = stopwatch();
  const lap = stopwatch();
  const live = await readLive(databaseUrl, asIs);
  if (!asIs) await waitForShipping(ask, live.cluster, live.lsn);
  const found = await findBase(ask, live.cluster);
  const waited = lap();
  const { base, votes, lsn, findings, seconds } = await restoreAndExamine(ask, found);
  const lostVotes = Math.max(0, live.votes - votes);
  // The WAL is sequential: a database with the mark has everything before it.
  const reached = lsn >= live.lsn;
  return {
    ok: findings.every(({ ok }) => ok) && (asIs || (lostVotes === 0 && reached)),
    asIs,
    cluster: live.cluster,
    base,
    acknowledgedVotes: live.votes,
    restoredVotes: votes,
    lostVotes,
    liveLsn: formatLsn(live.lsn),
    recoveredLsn: formatLsn(lsn),
    findings,
    seconds: { waited, ...seconds, total: whole() },
  };
};

type Outcome = { ok: boolean; base: string; acknowledged: number; restored: number };

/** Records a drill in the audit log of the live database. @returns whether that succeeded */
const record = ({ databaseUrl, now }: Ask, { ok, base, acknowledged, restored }: Outcome): Promise<boolean> =>
  onServer(databaseUrl, (client) =>
    client.query('SELECT record_drill($1, $2, $3, $4, $5)', [ok, base, acknowledged, restored, now()]),
  ).then(
    () => true,
    () => false,
  );

/**
 * Restores the newest backup into a temporary PostgreSQL, checks it, and compares it with the live database. The temporary
 * database is always removed.
 * @throws BackupError if the backup cannot be restored
 */
export const runDrill = async (ask: Ask) => {
  try {
    const report = await restoreAndCompare(ask);
    const { ok, base, acknowledgedVotes: acknowledged, restoredVotes: restored } = report;
    return { ...report, recorded: await record(ask, { ok, base: base.id, acknowledged, restored }) };
  } catch (error) {
    if (error instanceof BackupError) await record(ask, { ok: false, base: '', acknowledged: 0, restored: 0 });
    throw error;
  }
};

export type DrillReport = Awaited<ReturnType<typeof runDrill>>;
