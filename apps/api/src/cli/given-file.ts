import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { MisuseError } from './output.ts';

/** The file name that means the standard input. */
export const STDIN = '-';

/**
 * Reads the file that an option names; - is the standard input.
 * @throws MisuseError if it can't be read
 */
export const readGivenBytes = async (path: string, option: string): Promise<Buffer> => {
  if (path === STDIN) return await buffer(process.stdin);
  try {
    return await readFile(path);
  } catch {
    throw new MisuseError(
      `${option} ${path}: the file does not exist, or this user can't read it. The containers of a deployment don't see your files: there, use "${option} - < FILE".`,
    );
  }
};

/** Reads a text. @throws MisuseError if it can't be read */
export const readGiven = async (path: string, option: string): Promise<string> =>
  (await readGivenBytes(path, option)).toString();

/** Reads the lines of a text that are not blank. @throws MisuseError if there is none */
export const readGivenLines = async (path: string, option: string): Promise<string[]> => {
  const lines = (await readGiven(path, option)).split(/\r?\n/).flatMap((line) => line.trim() || []);
  if (lines.length === 0) throw new MisuseError(`${option} ${path}: there is no line.`);
  return lines;
};
