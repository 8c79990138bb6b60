import { type FileHandle, open } from 'node:fs/promises';
import { MisuseError } from './output.ts';

/**
 * Creates a file that only its owner can read.
 * @param redirected the command with its output redirected on the host, for containers
 * @throws MisuseError if it exists or can't be created
 */
export const createNewFile = async (path: string, redirected: string): Promise<FileHandle> => {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new MisuseError(`${path} exists already and is not overwritten.`);
    const why = error instanceof Error ? error.message : String(error);
    throw new MisuseError(`${path} can't be written: ${why}. In a container, keep it on the host: "${redirected}".`);
  }
};
