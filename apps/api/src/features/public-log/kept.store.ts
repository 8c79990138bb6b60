import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file with a checkpoint. A restore of the database does not change it. */
export type Kept = {
  /** The note, or undefined without one. @throws if it can't be read */
  read(): Promise<string | undefined>;
  /** Resolves once the note is on the disk. @throws if it can't be written */
  write(note: string): Promise<void>;
  remove(): Promise<void>;
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Writes a file and waits for the disk. */
const writeSynced = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', 0o644);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
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
 * A file of a year's log in a folder, such as DATA_DIR: `checkpoint` has the newest one that this machine has shown,
 * `evidence` the one of a witness that contradicts the database.
 */
export const keptIn = (folder: string, year: number, kind: 'checkpoint' | 'evidence' = 'checkpoint'): Kept => {
  const path = join(folder, `log-${year}.${kind}`);
  return {
    read: async () => {
      try {
        return await readFile(path, 'utf8');
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    write: async (note) => {
      await mkdir(dirname(path), { recursive: true });
      // Processes may share the folder.
      const draft = `${path}.${randomUUID()}`;
      try {
        await writeSynced(draft, note);
        await rename(draft, path);
      } catch (error) {
        // Otherwise each attempt would leave a draft behind while the disk is full.
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
    remove: () => rm(path, { force: true }),
  };
};
