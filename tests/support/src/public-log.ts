import { keptIn } from '@laurel/api/features/public-log/kept.store';
import { createPublished, type Published } from '@laurel/api/features/public-log/published.service';
import { countPeople } from '@laurel/api/features/public-log/reports.store';
import { createSequencer } from '@laurel/api/features/public-log/sequencer.service';
import { LOG_LOCK } from '@laurel/api/features/public-log/store';
import { createTiles } from '@laurel/api/features/public-log/tree.service';
import { awaitBallots } from '@laurel/api/features/statistics/store';
import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import type { PhaseTimes } from '@laurel/contracts/phase';
import { decodeLeaf, type Leaf } from '@laurel/contracts/public-log/leaves';
import type { Queryable } from '@laurel/database/queryable';
import { isSame } from '@laurel/tlog/bytes';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { leafHash, smallTree } from '@laurel/tlog/merkle';
import { nodeVerifier, sha256, signerOf } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { decodeEntries, TILE_WIDTH, type Tile, tilePath, tilesOf } from '@laurel/tlog/tiles';
import pg from 'pg';
import type { TestApi } from './harness.ts';
import { until } from './until.ts';

export const TEST_YEAR = 2026;
export const TEST_ORIGIN = `awards.example/log/${TEST_YEAR}`;

type Options = {
  /** The application role's connection string. */
  url: string;
  /** Where the newest checkpoint is kept. */
  dataDir: string;
  group?: number;
  delay?: number;
  key?: Uint8Array;
  origin?: string;
  now?: () => Date;
  isOver?: () => boolean;
  endsAt?: Date;
  /** The times; those with `endsAt` by default. */
  times?: () => PhaseTimes;
  /** Reads the times again. */
  refresh?: () => Promise<void>;
  decisions?: () => readonly DecisionGroup[];
  /** Counts the verified voters; those in the database by default. */
  countPeople?: (atLeast: number) => Promise<number>;
  isStopping?: () => boolean;
};

/** The services of the log in one process, without the rest of Laurel. */
export type TestLog = {
  published: Published;
  pool: pg.Pool;
  /** Runs the sequencer once, after every transaction that is open now has ended, and every earlier run. */
  run(mayWait?: boolean): Promise<void>;
  /** Runs the sequencer at once: open transactions, also those of other tests, hold back what follows them. */
  runNow(): Promise<void>;
  /** The published file at a path below the log. */
  file(path: string): Promise<Uint8Array | undefined>;
  key: Awaited<ReturnType<typeof signerOf>>['key'];
  close(): Promise<void>;
};

/**
 * Resolves once every transaction of the server that is open now has ended, and no run has the lock of this log. A run
 * that failed closed its connection, and a run does nothing until PostgreSQL has released the lock of that one.
 */
const settled = async (pool: Queryable): Promise<void> => {
  const { rows } = await pool.query<{ now: string }>('SELECT pg_current_xact_id()::text AS now');
  await until('the open transactions and the runs of the log to end', async () => {
    const ended = await pool.query<{ done: boolean }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 AND NOT EXISTS (
         SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $2
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS done`,
      [rows[0]?.now, LOG_LOCK],
    );
    return ended.rows[0]?.done;
  });
};

/** Lets an API look at its log, and append what is due of all that was committed before. */
export const lookAtLog = async ({ deps }: TestApi): Promise<void> => {
  await settled(deps.pool);
  await deps.publicLog.sequencer?.look();
};

/** Opens the log of a database, in groups of one vote and with a fixed key by default. */
export const openTestLog = async (options: Options): Promise<TestLog> => {
  const { group = 1, delay = 600, key = new Uint8Array(32).fill(7), origin = TEST_ORIGIN } = options;
  const pool = new pg.Pool({ connectionString: options.url, max: 4 });
  pool.on('error', () => undefined);
  const signer = await signerOf(key, origin);
  const tiles = createTiles(pool);
  const kept = keptIn(options.dataDir, TEST_YEAR);
  const evidence = keptIn(options.dataDir, TEST_YEAR, 'evidence');
  const published = createPublished({ db: pool, tiles, kept, evidence, replicated: async () => {}, key: signer.key });
  const { run } = createSequencer({
    pool,
    tiles,
    published,
    signer,
    year: TEST_YEAR,
    now: options.now ?? (() => new Date()),
    refresh: options.refresh ?? (async () => undefined),
    rule: () => ({ group, delay }),
    times:
      options.times ??
      (() => ({ votingOpensAt: null, votingClosesAt: options.endsAt ?? null, winnersAnnouncedAt: null })),
    isOver: options.isOver ?? (() => false),
    hasBegun: () => true,
    isAnnounced: async () => false,
    report: async () => '',
    editionsAfter: async () => [],
    decisions: async () => options.decisions?.() ?? [],
    countPeople: options.countPeople ?? (() => countPeople(pool)),
    isStopping: options.isStopping ?? (() => false),
    awaitBallots: () => awaitBallots(pool),
    onWaiting: () => undefined,
  });
  return {
    published,
    pool,
    run: async (mayWait) => {
      await settled(pool);
      await run(mayWait);
    },
    runNow: run,
    key: signer.key,
    file: async (path) => {
      const shown = published.current();
      if (!shown) return undefined;
      if (path === 'checkpoint') return new TextEncoder().encode(shown.cosigned);
      const tile = [...tilesOf(shown.size)].find((each) => tilePath(each) === path);
      return tile && tiles.find(tile);
    },
    close: () => pool.end(),
  };
};

/** A log that was read and verified as a whole. */
export type WholeLog = { size: number; root: Uint8Array; leaves: Leaf[]; octets: Uint8Array[] };

/**
 * Reads a log as its files show it, and checks the signature, the root over all leaves, and every tile.
 * @throws if anything is missing or differs
 */
export const readLog = async (
  file: (path: string) => Promise<Uint8Array | undefined>,
  key: TestLog['key'],
): Promise<WholeLog> => {
  const need = async (path: string): Promise<Uint8Array> => {
    const data = await file(path);
    if (!data) throw new Error(`${path} is missing`);
    return data;
  };
  const note = new TextDecoder().decode(await need('checkpoint'));
  const { size, root } = (await openCheckpoint(nodeVerifier, note, key)).checkpoint;
  const octets: Uint8Array[] = [];
  const hashTiles: { tile: Tile; data: Uint8Array }[] = [];
  for (const tile of tilesOf(size)) {
    const data = await need(tilePath(tile));
    if (tile.level === 'entries') octets.push(...decodeEntries(data, tile.width));
    else hashTiles.push({ tile, data });
  }
  const leafHashes = octets.map((leaf) => leafHash(sha256, leaf));
  if (!isSame(smallTree(sha256, leafHashes).root, root)) throw new Error('the root is not that of the leaves');
  for (const { tile, data } of hashTiles) {
    // A hash of the level covers this many leaves.
    const span = TILE_WIDTH ** Number(tile.level);
    const expected = Array.from({ length: tile.width }, (_, each) => {
      const from = (tile.index * TILE_WIDTH + each) * span;
      return smallTree(sha256, leafHashes.slice(from, from + span)).root;
    });
    if (!isSame(data, Buffer.concat(expected))) throw new Error(`${tilePath(tile)} has other hashes`);
  }
  return { size, root, leaves: octets.map(decodeLeaf), octets };
};

/** Reads the log that an API serves, as somebody who has a network for each request. */
export const readServedLog = async ({ app, deps }: TestApi): Promise<WholeLog> => {
  const { log } = deps.publicLog;
  if (!log) throw new Error('the API has no log');
  let client = 0;
  const file = async (path: string): Promise<Uint8Array | undefined> => {
    client += 1;
    const remoteAddress = `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`;
    const answer = await app.inject({ method: 'GET', url: `/log/${log.year}/${path}`, remoteAddress });
    return answer.statusCode === 200 ? new Uint8Array(answer.rawPayload) : undefined;
  };
  return readLog(file, await parseVerifierKey(nodeVerifier, log.verifierKey));
};
