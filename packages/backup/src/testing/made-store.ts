// A store in a folder with what the backup service would have put there: a base, some log and a head, all signed. The base is
// no PostgreSQL, but the files are sealed and signed by the code under test.
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
import { createSigningKeys, needSigner, needTrust, type Signer } from '../signed.ts';
import { formatLsn, parseWalName, SEGMENT_BYTES, segmentName, type WalFile } from '../wal.ts';
import { storeWal } from '../wal-store.ts';

export const CLUSTER = '7';

/** A position: so many octets into a segment. */
export const at = (segment: number, octets = 0): bigint => BigInt(segment) * SEGMENT_BYTES + BigInt(octets);

/** A file of the log, by its segment. */
export const walFile = (segment: number, partial = false): WalFile => {
  const file = parseWalName(`${segmentName(1, BigInt(segment))}${partial ? '.partial' : ''}`);
  if (!file) throw new Error('a segment has a name');
  return file;
};

/** The content of a segment: its first page says where it belongs. */
export const segmentOctets = (segment: number, mark = 0): Buffer => {
  const octets = Buffer.alloc(Number(SEGMENT_BYTES), mark);
  octets.writeBigUInt64LE(at(segment), 8);
  return octets;
};

export const startMadeStore = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-made-store-'));
  const root = join(dir, 'store');
  mkdirSync(root);
  const store = await openStore({ kind: 'folder', path: root });
  const keys = { ...(await createKeyPair()), ...createSigningKeys() };
  const signer = needSigner(keys);
  const trust = needTrust({ signingKey: undefined, verifyKey: keys.verifyKey });
  const recipients = [keys.recipient];

  /** Makes a base that was finished then, and needs the log of a segment. */
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
    octets: Buffer,
    { upTo = 0n, cluster = CLUSTER, by = signer }: { upTo?: bigint; cluster?: string; by?: Signer } = {},
  ): Promise<void> => storeWal({ store, recipients, signer: by, cluster, file, octets, upTo, at: new Date() });

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
    /** The path of a file of the log. */
    walPath: (file: WalFile): string => join(root, walKey(CLUSTER, file)),
    /** Keeps the store as it is now. @returns what puts it back */
    remember: (): (() => void) => {
      const copy = mkdtempSync(join(dir, 'copy-'));
      cpSync(root, copy, { recursive: true });
      return () => {
        rmSync(root, { recursive: true });
        cpSync(copy, root, { recursive: true });
      };
    },
    /** What `laurel backup …` is given. */
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
