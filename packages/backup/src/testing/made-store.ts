// A store in a folder with the files of a backup service: a base, some WAL and a head, sealed and signed by the code under
// test. The base is not a real data directory.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Base, baseArchiveKey, baseId, type ClusterCatalog, recordBase, walKey } from '../catalog.ts';
import { type Head, writeHead } from '../head.ts';
import { openStore } from '../open-store.ts';
import { createKeyPair, seal } from '../sealed.ts';
import type { Identity } from '../server.ts';
import { createSigningKeys, digestOf, requireSigner, requireTrust, type Signer } from '../signed.ts';
import { SEGMENT_BYTES, type SegmentFile, segmentFile, type WalFile } from '../wal.ts';
import { storeWal } from '../wal-store.ts';

export const CLUSTER = '7';

/** The position at an offset in a segment. */
export const at = (segment: number, bytes = 0): bigint => BigInt(segment) * SEGMENT_BYTES + BigInt(bytes);

/** The WAL file of a segment of the first timeline. */
export const walFile = (segment: number, partial = false): SegmentFile =>
  segmentFile(1, BigInt(segment), partial ? 'partial' : 'segment');

const DAY_ONE = new Date('2026-12-01T00:00:00Z');

/** A base of cluster 7 from a segment on, which needs the WAL into the middle of that segment. */
export const madeBase = (segment: number, more: Partial<Base> = {}): Base => ({
  id: 'base',
  cluster: CLUSTER,
  startedAt: DAY_ONE,
  finishedAt: DAY_ONE,
  timeline: 1,
  startLsn: at(segment, 40),
  endLsn: at(segment, 300),
  storedBytes: 1,
  dataBytes: 1,
  postgres: '17.1',
  superuser: 'laurel',
  database: 'laurel',
  archiveSha256: '00',
  ...more,
});

/** The catalog of a cluster. */
export const madeCatalog = (more: Partial<ClusterCatalog>): ClusterCatalog => ({
  cluster: CLUSTER,
  bases: [],
  wal: [],
  head: undefined,
  unsigned: { bases: [], wal: [] },
  unfinished: [],
  distrusted: [],
  problems: [],
  ...more,
});

/** The database that is backed up. */
export const IDENTITY: Identity = {
  cluster: CLUSTER,
  baseTimeline: 1,
  version: '17.1',
  superuser: 'laurel',
  database: 'laurel',
};

/** The content of a segment, with its position in the first page. */
export const segmentBytes = (segment: number, mark = 0): Buffer => {
  const bytes = Buffer.alloc(Number(SEGMENT_BYTES), mark);
  bytes.writeBigUInt64LE(at(segment), 8);
  return bytes;
};

export const startMadeStore = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-made-store-'));
  const root = join(dir, 'store');
  mkdirSync(root);
  const store = await openStore({ kind: 'folder', path: root });
  const keys = { ...(await createKeyPair()), ...createSigningKeys() };
  const signer = requireSigner(keys);
  const trust = requireTrust({ signingKey: undefined, verifyKey: keys.verifyKey });
  const recipients = [keys.recipient];

  /** Stores a base that was finished at a time and needs the WAL from a segment on. */
  const putBase = async (
    finishedAt: Date,
    segment: number,
    { cluster = CLUSTER, by = signer }: { cluster?: string; by?: Signer } = {},
  ): Promise<Base> => {
    const id = baseId(finishedAt);
    const data = join(dir, `data-${id}`);
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'PG_VERSION'), `17 ${id}\n`);
    const tar = execFileSync('tar', ['-c', '-f', '-', '-C', data, '.']);
    const archive = await buffer(await seal(Readable.from([tar]), recipients));
    await store.put(baseArchiveKey(cluster, id), Readable.from([archive]));
    const sizes = { storedBytes: archive.length, dataBytes: tar.length };
    const base = madeBase(segment, { id, cluster, startedAt: finishedAt, finishedAt, ...sizes });
    const signed = { ...base, archiveSha256: digestOf(archive) };
    await recordBase(store, by, signed);
    return signed;
  };

  const putWal = async (
    file: WalFile,
    content: Buffer,
    { upTo = 0n, cluster = CLUSTER, by = signer }: { upTo?: bigint; cluster?: string; by?: Signer } = {},
  ): Promise<void> => storeWal({ store, recipients, signer: by, cluster, file, content, upTo, at: new Date() });

  const putHead = async (head: Partial<Head>, by: Signer = signer): Promise<void> => {
    const now = new Date();
    const whole = { cluster: CLUSTER, sequence: 5, at: now, timeline: 1, upTo: at(7, 500), completeAt: now, ...head };
    await writeHead(store, by, whole);
  };

  return {
    dir,
    store,
    keys,
    signer,
    trust,
    putBase,
    putWal,
    putHead,
    pathOf: (key: string): string => join(root, key),
    /** The path of a WAL file. */
    walPath: (file: WalFile): string => join(root, walKey(CLUSTER, file)),
    /** Saves the state of the store. @returns a function that restores it */
    remember: (): (() => void) => {
      const copy = mkdtempSync(join(dir, 'copy-'));
      cpSync(root, copy, { recursive: true });
      return () => {
        rmSync(root, { recursive: true });
        cpSync(copy, root, { recursive: true });
      };
    },
    /** The environment for `laurel backup …`. */
    environment: (more: Record<string, string> = {}): Record<string, string> => ({
      BACKUP_STORE: `file://${root}`,
      BACKUP_SPOOL_DIR: join(dir, 'spool'),
      BACKUP_VERIFY_KEY: keys.verifyKey,
      ...more,
    }),
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
};

export type MadeStore = Awaited<ReturnType<typeof startMadeStore>>;
