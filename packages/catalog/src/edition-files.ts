import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseDocument } from 'yaml';

/** The source of an edition's files. Names are relative to the edition's folder, with slashes. */
export interface EditionFiles {
  /** The content of a file, or undefined if it does not exist. */
  read(file: string): Promise<Buffer | undefined>;
  /** The names in a folder; empty if it does not exist. */
  list(folder: string): Promise<string[]>;
}

/** The files in a directory. */
export const filesIn = (directory: string): EditionFiles => {
  const root = resolve(directory);
  return {
    read: async (file) => {
      const path = join(root, file);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? readFile(path).catch(() => undefined) : undefined;
    },
    list: (folder) => readdir(join(root, folder)).catch((): string[] => []),
  };
};

/** The year of the edition in a directory, also if its files have mistakes; undefined if no year can be read. */
export const yearIn = async (directory: string): Promise<number | undefined> => {
  const content = await filesIn(directory).read('edition.yaml');
  const year: unknown = parseDocument(content?.toString() ?? '').get('year');
  return typeof year === 'number' && /^\d{4}$/.test(String(year)) ? year : undefined;
};

/** Files in memory, by name. */
export const filesOf = (contents: ReadonlyMap<string, Buffer>): EditionFiles => ({
  read: async (file) => contents.get(file),
  list: async (folder) =>
    [...contents.keys()].filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1)),
});

/** Records every file that is read from `files`. */
export const recorded = (files: EditionFiles): EditionFiles & { readonly contents: ReadonlyMap<string, Buffer> } => {
  const contents = new Map<string, Buffer>();
  return {
    contents,
    list: files.list,
    read: async (file) => {
      const content = await files.read(file);
      if (content !== undefined) contents.set(file, content);
      return content;
    },
  };
};
