import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Base, baseArchiveKey, walKey } from './catalog.ts';
import { BackupError } from './errors.ts';
import { feedProgram } from './programs.ts';
import { unseal } from './sealed.ts';
import type { Store } from './store.ts';
import { parseWalName, segmentName, type WalFile } from './wal.ts';

/** Beside the data: the log that is fetched ahead, and what PostgreSQL writes while it recovers. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Makes sure that a folder is there, empty, and has room for a base.
 * @throws BackupError where it can't be used; nothing was changed then
 */
export const prepareFolder = async (folder: string, { dataBytes }: Base): Promise<void> => {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new BackupError(
      `${folder} is not empty. Restore into an empty folder: move away what is there, whole, and keep it until all is well.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  const needed = dataBytes + ROOM_BYTES;
  if (bavail * bsize < needed) {
    const inGb = (octets: number): string => (octets / 1024 ** 3).toFixed(1);
    throw new BackupError(
      `${folder} has ${inGb(bavail * bsize)} GB free, and ${inGb(needed)} GB are needed. Free some, or name a folder on another disk.`,
    );
  }
};

/** Empties a folder that a restore had begun to fill. */
export const emptyFolder = (folder: string): void => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
};

const damaged = (key: string, cause: unknown): BackupError =>
  cause instanceof BackupError
    ? cause
    : new BackupError(`${key} is damaged or cut off. "laurel backup verify" looks at the rest.`, { cause });

/** Unpacks a base into an empty folder. @throws BackupError where it is damaged or does not open */
export const unpackBase = async (
  store: Store,
  base: Base,
  identities: readonly string[],
  folder: string,
): Promise<void> => {
  const key = baseArchiveKey(base.cluster, base.id);
  const sealed = await store.get(key);
  if (!sealed) throw new BackupError(`${key} is not in ${store.place} any more.`);
  chmodSync(folder, 0o700);
  try {
    await feedProgram('tar', ['-x', '-f', '-', '-C', folder], await unseal(sealed, identities));
  } catch (error) {
    throw damaged(key, error);
  }
};

/** The content of a file of the log; undefined where the store has none. @throws BackupError where it is damaged */
export const readWal = async (
  store: Store,
  cluster: string,
  file: WalFile,
  identities: readonly string[],
): Promise<Buffer | undefined> => {
  const key = walKey(cluster, file);
  const sealed = await store.get(key);
  if (!sealed) return undefined;
  try {
    return await buffer(await unseal(sealed, identities));
  } catch (error) {
    throw damaged(key, error);
  }
};

/** So many segments are fetched ahead, so many at once: a recovery asks for one after the other. */
const AHEAD = 15;
const AT_ONCE = 4;

type Wanted = {
  store: Store;
  cluster: string;
  identities: readonly string[];
  /** As PostgreSQL names it (%f), and where to put it (%p). */
  name: string;
  path: string;
  /** Where the next ones wait, if they are to be fetched as well. */
  aheadDir: string | undefined;
};

const put = async (path: string, octets: Buffer): Promise<void> => {
  await writeFile(`${path}.unfinished`, octets, { mode: 0o600 });
  await rename(`${path}.unfinished`, path);
};

/** Fetches what follows a segment. What fails here is asked for again, by its name. */
const fetchAhead = async (wanted: Wanted, after: Extract<WalFile, { segment: bigint }>): Promise<void> => {
  const { store, cluster, identities, aheadDir } = wanted;
  if (aheadDir === undefined) return;
  await mkdir(aheadDir, { recursive: true, mode: 0o700 });
  const next = Array.from({ length: AHEAD }, (_, index) => after.segment + BigInt(index + 1));
  const fetchOne = async (): Promise<void> => {
    for (let segment = next.shift(); segment !== undefined; segment = next.shift()) {
      const file = { ...after, segment, name: segmentName(after.timeline, segment) };
      const octets = await readWal(store, cluster, file, identities).catch(() => undefined);
      if (!octets) {
        next.length = 0;
        return;
      }
      await put(join(aheadDir, file.name), octets);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOne));
};

/**
 * Fetches a file of the log for a recovery. Where a segment is not whole in the store, what there is of it is given.
 * @returns whether there was one
 */
export const fetchWal = async (wanted: Wanted): Promise<boolean> => {
  const { store, cluster, identities, name, path } = wanted;
  const file = parseWalName(name);
  if (!file || file.kind === 'partial') return false;
  let octets = await readWal(store, cluster, file, identities);
  if (octets && file.kind === 'segment') await fetchAhead(wanted, file);
  if (!octets && file.kind === 'segment') {
    octets = await readWal(store, cluster, { ...file, kind: 'partial', name: `${name}.partial` }, identities);
  }
  if (!octets) return false;
  await rm(path, { force: true });
  await put(path, octets);
  return true;
};
