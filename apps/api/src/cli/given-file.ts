import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { MisuseError } from './output.ts';

/** The file name that means the standard input. */
const STDIN = '-';

/**
 * Reads the file that an option names; - is the standard input.
 * @throws MisuseError if it can't be read
 */
export const readGiven = async (path: string, option: string): Promise<string> => {
  if (path === STDIN) return await text(process.stdin);
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new MisuseError(
      `${option} ${path}: the file does not exist, or this user can't read it. The containers of a deployment don't see your files: there, use "${option} - < FILE".`,
    );
  }
};
