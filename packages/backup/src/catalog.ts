// The layout of a store. CLUSTER is the system identifier of the PostgreSQL cluster:
//   CLUSTER/head.signed                       how far the backups reach (head.ts)
//   CLUSTER/base/ID/base.tar.gz.age           the data directory as pg_basebackup's tar, its manifest inside
//   CLUSTER/base/ID/base.signed               its record, with its SHA-256; written last, so that a base without it is incomplete
//   CLUSTER/wal/…/SEGMENT.gz.age.signed       the write-ahead log; SEGMENT.partial.gz.age.signed is the incomplete last one
// Backups from before signatures have base.json and SEGMENT.gz.age instead.
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from './errors.ts';
import { type Head, readHead } from './head.ts';
import { SEALED } from './sealed.ts';
import { openSigned, SIGNED, type Signer, type Trust } from './signed.ts';
import type { Store, StoredObject } from './store.ts';
import { formatLsn, parseLsn, parseWalName, type WalFile } from './wal.ts';

const recordShape = {
  id: z.string(),
  cluster: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  timeline: z.number().int(),
  startLsn: z.string().transform(parseLsn),
  endLsn: z.string().transform(parseLsn),
  /** The bytes of the archive in the store, and of the tar that pg_basebackup sent. */
  storedBytes: z.number(),
  dataBytes: z.number(),
  postgres: z.string(),
  superuser: z.string(),
  database: z.string(),
};
const unsignedRecord = z.object(recordShape);
const signedShape = { ...recordShape, archiveSha256: z.string().regex(/^[0-9a-f]{64}$/) };

/** A base backup. It can be restored if the WAL up to `endLsn` is in the store as well. */
export type Base = z.output<typeof unsignedRecord> & {
  /** The digest of the stored archive; undefined for a base from before signatures. */
  archiveSha256: string | undefined;
};
export type SignedBase = Base & { archiveSha256: string };

export type StoredWal = { file: WalFile; object: StoredObject };

/** The unsigned files of a cluster: backups from before signatures, or files that someone else wrote. */
export type Unsigned = { bases: Base[]; wal: StoredWal[] };

export type ClusterCatalog = {
  cluster: string;
  /** Oldest first. */
  bases: Base[];
  wal: StoredWal[];
  head: Head | undefined;
  unsigned: Unsigned;
  /** Archives without a record: bases in progress, or interrupted ones. */
  unfinished: StoredObject[];
  /** Records that cannot be trusted, with their archives: signed by a key that is no longer trusted, or by someone else. */
  distrusted: StoredObject[];
  problems: string[];
};

export const baseArchiveKey = (cluster: string, id: string): string => `${cluster}/base/${id}/base.tar${SEALED}`;
/** The keys of a base's record: signed, and unsigned as in older backups. */
export const baseRecordKeys = (cluster: string, id: string): [signed: string, unsigned: string] => [
  `${cluster}/base/${id}/base${SIGNED}`,
  `${cluster}/base/${id}/base.json`,
];

/** The key of an unsigned WAL file, in a folder for each 4 GB. */
export const unsignedWalKey = (cluster: string, { kind, name }: WalFile): string =>
  `${cluster}/wal/${kind === 'history' ? 'history' : name.slice(0, 16)}/${name}${SEALED}`;

export const walKey = (cluster: string, file: WalFile): string => unsignedWalKey(cluster, file) + SIGNED;

/** The id of a base that starts now. Ids sort by time. */
export const baseId = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '');

const idIn = (key: string): string => key.split('/').at(-2) ?? '';

const readSigned = async (store: Store, cluster: string, key: string, trust: Trust): Promise<Base | undefined> => {
  const body = await store.get(key);
  if (!body) return undefined;
  const { stated } = openSigned(await buffer(body), { source: key, kind: 'base', shape: signedShape, trust });
  if (stated.cluster === cluster && stated.id === idIn(key)) return stated;
  throw new BackupError(`${key} was signed for another base backup: ${stated.cluster}/base/${stated.id}.`);
};

const readUnsigned = async (store: Store, key: string): Promise<Base | undefined> => {
  const body = await store.get(key);
  const parsed = body && unsignedRecord.safeParse(await json(body).catch(() => undefined));
  if (!parsed) return undefined;
  if (parsed.success) return { ...parsed.data, archiveSha256: undefined };
  throw new BackupError(`${key} in ${store.place} is damaged: it does not describe a base backup.`);
};

const byId = (one: Base, two: Base): number => (one.id < two.id ? -1 : 1);

const catalogOf = async (store: Store, cluster: string, trust: Trust): Promise<ClusterCatalog> => {
  const problems: string[] = [];
  /** Reports a file that cannot be trusted, and treats it as missing. */
  const report = (error: unknown): undefined => {
    if (!(error instanceof BackupError)) throw error;
    problems.push(error.message);
  };
  const bases = new Map<string, Base>();
  const oldBases = new Map<string, Base>();
  const wal: StoredWal[] = [];
  const oldWal: StoredWal[] = [];
  const untrusted: StoredObject[] = [];
  // The head is read first, so the files listed afterwards reach at least as far.
  const head = await readHead(store, cluster, trust).catch(report);
  const objects = await store.list(`${cluster}/`);
  for (const object of objects) {
    const name = object.key.split('/').at(-1) ?? '';
    const isSigned = name.endsWith(SEALED + SIGNED);
    const file = isSigned || name.endsWith(SEALED) ? parseWalName(name.slice(0, name.indexOf(SEALED))) : undefined;
    if (file) (isSigned ? wal : oldWal).push({ file, object });
    if (name !== `base${SIGNED}` && name !== 'base.json') continue;
    const isOld = name === 'base.json';
    const work = isOld ? readUnsigned(store, object.key) : readSigned(store, cluster, object.key, trust);
    const base = await work.catch((error: unknown) => {
      untrusted.push(object);
      return report(error);
    });
    if (base) (isOld ? oldBases : bases).set(idIn(object.key), base);
  }
  const archives = objects.filter(
    ({ key }) => key.endsWith(`/base.tar${SEALED}`) && !bases.has(idIn(key)) && !oldBases.has(idIn(key)),
  );
  const isUntrusted = ({ key }: StoredObject): boolean => untrusted.some((record) => idIn(record.key) === idIn(key));
  return {
    cluster,
    bases: [...bases.values()].sort(byId),
    wal,
    head,
    unsigned: { bases: [...oldBases.values()].filter(({ id }) => !bases.has(id)).sort(byId), wal: oldWal },
    unfinished: archives.filter((archive) => !isUntrusted(archive)),
    distrusted: [...untrusted, ...archives.filter(isUntrusted)],
    problems,
  };
};

/** Reads the catalog of one cluster. Its bases and WAL include unsigned ones only if those are allowed. */
export const readCluster = async (store: Store, cluster: string, trust: Trust): Promise<ClusterCatalog> => {
  const catalog = await catalogOf(store, cluster, trust);
  if (!trust.unsigned) return catalog;
  const { bases, wal, unsigned } = catalog;
  return { ...catalog, bases: [...unsigned.bases, ...bases].sort(byId), wal: [...unsigned.wal, ...wal] };
};

export const readCatalog = async (store: Store, trust: Trust): Promise<ClusterCatalog[]> => {
  const folders = new Set((await store.list('')).map(({ key }) => key.split('/')[0] ?? ''));
  const clusters = [...folders].filter((folder) => /^\d+$/.test(folder));
  return Promise.all(clusters.map((cluster) => readCluster(store, cluster, trust)));
};

/** Chooses a cluster: the named one, or the one with the newest base backup. @throws BackupError if there is none */
export const chooseCluster = (catalog: readonly ClusterCatalog[], store: Store, wanted?: string): ClusterCatalog => {
  const newestOf = (basesOf: (each: ClusterCatalog) => readonly Base[]): ClusterCatalog | undefined => {
    const newest = (each: ClusterCatalog): string => basesOf(each).at(-1)?.id ?? '';
    return catalog.filter(newest).sort((one, two) => (newest(one) < newest(two) ? 1 : -1))[0];
  };
  const found =
    wanted === undefined
      ? (newestOf(({ bases }) => bases) ?? newestOf(({ unsigned }) => unsigned.bases))
      : catalog.find(({ cluster }) => cluster === wanted);
  if (found) return found;
  const what = wanted === undefined ? 'no base backup' : `nothing of cluster ${wanted}`;
  const distrusted = catalog.flatMap(({ problems }) => problems);
  const why = distrusted.length > 0 ? ` What is there can’t be trusted: ${distrusted.join(' ')}` : '';
  throw new BackupError(`There is ${what} in ${store.place}. Look whether BACKUP_STORE names the right place.${why}`);
};

/** Writes the record that completes a base. */
export const recordBase = async (store: Store, signer: Signer, base: SignedBase): Promise<void> => {
  const [key] = baseRecordKeys(base.cluster, base.id);
  const record = { ...base, startLsn: formatLsn(base.startLsn), endLsn: formatLsn(base.endLsn) };
  await store.put(key, Readable.from([signer.sign('base', record)]));
};
