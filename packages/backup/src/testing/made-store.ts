// A store in a folder with the files of a backup service: a base, some WAL and a head, sealed and signed by the code under
// test. The base is not a real data directory.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type BaseRecord, baseArchiveKey, baseId, recordBase, walKey } from '../catalog.ts';
import { type Head, writeHead } from '../head.ts';
import { openStore } from '../open-store.ts';
import { createKeyPair, seal } from '../sealed.ts';
import { createSigningKeys, requireSigner, requireTrust, type Signer } from '../signed.ts';
import { formatLsn, parseWalName, SEGMENT_BYTES, segmentName, type WalFile } from '../wal.ts';
import { storeWal } from '../wal-store.ts';

export const CLUSTER = '7';

/** The position at an offset in a segment. */
export const at = (segment: number, bytes = 0): bigint => BigInt(segment) * SEGMENT_BYTES + BigInt(bytes);

/** The WAL file of a segment. */
export const walFile = (segment: number, partial = false): WalFile => {
  const file = parseWalName(`${segmentName(1, BigInt(segment))}${partial ? '.partial' : ''}`);
  if (!file) throw new Error('a segment has a name');
  return file;
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
  ): Promise<BaseRecord> => {
    const id = baseId(finishedAt);
    const data = join(dir, `data-${id}`);
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'PG_VERSION'), `17 ${id}\n`);
    const tar = execFileSync('tar', ['-c', '-f', '-', '-C', data, '.']);
    const archive = await buffer(await seal(Readable.from([tar]), recipients));
    await store.put(baseArchiveKey(cluster, id), Readable.from([archive]));
    const record: BaseRecord = {
      id,
      cluster,
      startedAt: finishedAt,
      finishedAt,
      timeline: 1,
      startLsn: formatLsn(at(segment, 40)),
      endLsn: formatLsn(at(segment, 300)),
      storedBytes: archive.length,
      dataBytes: tar.length,
      postgres: '17.1',
      superuser: 'laurel',
      database: 'laurel',
      archiveSha256: createHash('sha256').update(archive).digest('hex'),
    };
    await recordBase(store, by, record);
    return record;
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
