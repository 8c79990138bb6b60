import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { MisuseError, type Output } from './output.ts';

/**
 * Creates a file that only its owner can read.
 * @param redirected the command with its output redirected on the host, for containers
 * @throws MisuseError if it exists or can't be created
 */
const createNewFile = async (path: string, redirected: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new MisuseError(`${path} exists already and is not overwritten.`);
    const why = error instanceof Error ? error.message : String(error);
    throw new MisuseError(`${path} can't be written: ${why}. In a container, keep it on the host: "${redirected}".`);
  }
};

/** Writes a piece of an export. */
export type Put = (piece: string | Uint8Array) => Promise<void>;

/**
 * Writes an export to a new file, or to stdout. An incomplete file is removed, because it looks like a complete one.
 * @param redirected as in `createNewFile`
 * @param write writes all pieces
 * @returns the SHA-256 of all pieces
 * @throws MisuseError if the file exists or can't be created
 */
export const writeOut = async (
  { write: toStdout }: Output,
  { out, redirected }: { out: string | undefined; redirected: string },
  write: (put: Put) => Promise<void>,
): Promise<string> => {
  const hash = createHash('sha256');
  const file = out === undefined ? undefined : await createNewFile(out, redirected);
  try {
    await write(async (piece) => {
      hash.update(piece);
      await (file ? file.appendFile(piece) : toStdout(piece));
    });
    await file?.sync();
    await file?.close();
    return hash.digest('hex');
  } catch (error) {
    await file?.close().catch(() => undefined);
    if (out !== undefined) await rm(out, { force: true });
    throw error;
  }
};
