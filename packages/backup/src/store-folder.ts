import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { freeBytes, inGb } from './disk.ts';
import { BackupError } from './errors.ts';
import type { Store, StoredObject } from './store.ts';

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const UNFINISHED = '.unfinished-';

/** The free space is checked again after this many bytes. */
const CHECK_BYTES = 16 * 1024 * 1024;

/** Passes a stream on. Checks the free space before the first byte, and again after every CHECK_BYTES. */
const withSpace = async function* (body: AsyncIterable<Buffer>, check: () => Promise<void>): AsyncGenerator<Buffer> {
  let unchecked = CHECK_BYTES;
  for await (const chunk of body) {
    unchecked += chunk.length;
    if (unchecked >= CHECK_BYTES) {
      await check();
      unchecked = 0;
    }
    yield chunk;
  }
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/**
 * A store in a folder, preferably on another disk or machine than the database. `put` resolves once the file is synced.
 * @param free the bytes that are free on the disk of a folder
 */
export const createFolderStore = (root: string, free: (folder: string) => Promise<number> = freeBytes): Store => {
  const pathOf = (key: string): string => join(root, ...key.split('/'));
  const filesIn = async (isWanted: (name: string) => boolean): Promise<string[]> =>
    (await readdir(root, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && isWanted(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name));
  const requireSpace = async (leaveFree: number): Promise<void> => {
    if (leaveFree === 0) return;
    const left = await free(root);
    if (left >= leaveFree) return;
    throw new BackupError(
      `${root} has ${inGb(left)} GB free, and ${inGb(leaveFree)} GB must stay free: the database may use the same disk. Free some space, or enlarge the disk.`,
    );
  };
  return {
    place: root,
    async put(key, body, leaveFree = 0) {
      const path = pathOf(key);
      const folder = dirname(path);
      const unfinished = join(folder, `${UNFINISHED}${randomBytes(6).toString('hex')}`);
      try {
        await requireSpace(leaveFree);
        await mkdir(folder, { recursive: true });
        const file = await open(unfinished, 'wx', 0o600);
        const check = () => requireSpace(leaveFree);
        await pipeline(body, (source) => withSpace(source, check), file.createWriteStream({ flush: true }));
        const { size } = await stat(unfinished);
        await rename(unfinished, path);
        await syncFolder(folder);
        return size;
      } catch (error) {
        body.destroy();
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async get(key): Promise<Readable | undefined> {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async list(prefix) {
      const found: StoredObject[] = [];
      for (const path of await filesIn((name) => !name.startsWith(UNFINISHED))) {
        const key = relative(root, path).split(sep).join('/');
        if (!key.startsWith(prefix)) continue;
        // The file may have been replaced or removed meanwhile.
        const seen = await stat(path).catch(() => undefined);
        if (seen) found.push({ key, size: seen.size, modifiedAt: seen.mtime });
      }
      return found.sort((one, two) => (one.key < two.key ? -1 : 1));
    },
    async remove(keys) {
      for (const key of keys) await rm(pathOf(key), { force: true });
    },
    async removeUnfinished(before) {
      for (const path of await filesIn((name) => name.startsWith(UNFINISHED))) {
        const seen = await stat(path).catch(() => undefined);
        if (seen && seen.mtime < before) await rm(path, { force: true });
      }
    },
  };
};
