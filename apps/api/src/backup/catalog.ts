// How a store is laid out, and what is in it. By the system identifier of the PostgreSQL cluster:
//   CLUSTER/base/ID/base.tar.gz.age   the data directory as pg_basebackup's tar, its manifest inside
//   CLUSTER/base/ID/base.json         what it is; written last, so that a base without it never was one
//   CLUSTER/wal/…/SEGMENT.gz.age      the write-ahead log; SEGMENT.partial.gz.age is the one that is being written
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { BackupError } from './errors.ts';
import { SEALED } from './sealed.ts';
import type { Store, StoredObject } from './store.ts';
import { parseLsn, parseWalName, type WalFile } from './wal.ts';

const baseSchema = z.object({
  id: z.string(),
  cluster: z.string(),
  startedAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  timeline: z.number().int(),
  startLsn: z.string().transform(parseLsn),
  endLsn: z.string().transform(parseLsn),
  /** Octets as stored, and as they stand in a data directory. */
  storedBytes: z.number(),
  dataBytes: z.number(),
  postgres: z.string(),
  superuser: z.string(),
  database: z.string(),
});

/** A base backup: it can be restored once the log up to `endLsn` is in the store as well. */
export type Base = z.output<typeof baseSchema>;
export type BaseRecord = z.input<typeof baseSchema>;

export type StoredWal = { file: WalFile; object: StoredObject };

export type ClusterCatalog = {
  cluster: string;
  /** Oldest first. */
  bases: Base[];
  wal: StoredWal[];
  /** Archives without a record: bases that are being made, or never came to an end. */
  unfinished: StoredObject[];
};

export const baseArchiveKey = (cluster: string, id: string): string => `${cluster}/base/${id}/base.tar${SEALED}`;
export const baseRecordKey = (cluster: string, id: string): string => `${cluster}/base/${id}/base.json`;

/** The key of a file of the log, in a folder for each 4 GB. */
export const walKey = (cluster: string, { kind, name }: WalFile): string =>
  `${cluster}/wal/${kind === 'history' ? 'history' : name.slice(0, 16)}/${name}${SEALED}`;

/** The name of a base that is begun now; names sort by time. */
export const baseId = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, '');

const readBase = async (store: Store, key: string): Promise<Base | undefined> => {
  const body = await store.get(key);
  if (!body) return undefined;
  const parsed = baseSchema.safeParse(await json(body));
  if (parsed.success) return parsed.data;
  throw new BackupError(`${key} in ${store.place} is damaged: it does not describe a base backup.`);
};

const catalogOf = async (store: Store, cluster: string, objects: readonly StoredObject[]): Promise<ClusterCatalog> => {
  const bases: Base[] = [];
  const wal: StoredWal[] = [];
  for (const object of objects) {
    const file = object.key.split('/').at(-1) ?? '';
    const known = file.endsWith(SEALED) ? parseWalName(file.slice(0, -SEALED.length)) : undefined;
    if (known) wal.push({ file: known, object });
    else if (file === 'base.json') {
      const base = await readBase(store, object.key);
      if (base) bases.push(base);
    }
  }
  const finished = new Set(bases.map(({ id }) => baseArchiveKey(cluster, id)));
  const unfinished = objects.filter(({ key }) => key.endsWith(`base.tar${SEALED}`) && !finished.has(key));
  return { cluster, bases: bases.sort((one, two) => (one.id < two.id ? -1 : 1)), wal, unfinished };
};

/** What the store holds of one cluster. */
export const readCluster = async (store: Store, cluster: string): Promise<ClusterCatalog> =>
  catalogOf(store, cluster, await store.list(`${cluster}/`));

/** What the store holds, cluster by cluster. */
export const readCatalog = async (store: Store): Promise<ClusterCatalog[]> => {
  const byCluster = Map.groupBy(await store.list(''), ({ key }) => key.split('/')[0] ?? '');
  const known = [...byCluster].filter(([cluster]) => /^\d+$/.test(cluster));
  return Promise.all(known.map(([cluster, objects]) => catalogOf(store, cluster, objects)));
};

/**
 * The cluster that is meant: the one that is named, or the one whose base backup is the newest.
 * @throws BackupError where there is none
 */
export const chooseCluster = (catalog: readonly ClusterCatalog[], store: Store, wanted?: string): ClusterCatalog => {
  const newest = (each: ClusterCatalog): string => each.bases.at(-1)?.id ?? '';
  const [found] =
    wanted === undefined
      ? catalog.filter(({ bases }) => bases.length > 0).sort((one, two) => (newest(one) < newest(two) ? 1 : -1))
      : catalog.filter(({ cluster }) => cluster === wanted);
  if (found) return found;
  const what = wanted === undefined ? 'no base backup' : `nothing of cluster ${wanted}`;
  throw new BackupError(`There is ${what} in ${store.place}. Look whether BACKUP_STORE names the right place.`);
};

/** Writes what makes an archive a base. */
export const recordBase = async (store: Store, record: BaseRecord): Promise<void> => {
  await store.put(
    baseRecordKey(record.cluster, record.id),
    Readable.from([Buffer.from(JSON.stringify(record, null, 2))]),
  );
};
