import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Edition } from './edition.ts';

/** Where an edition's files are read from. Names are relative to the edition's folder, with slashes. */
export interface EditionFiles {
  /** The content of a file, or undefined where there is no such file. */
  read(file: string): Promise<Buffer | undefined>;
  /** The names in a folder; empty where there is no such folder. */
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

/** Files that were read before, by name. */
export const filesOf = (contents: ReadonlyMap<string, Buffer>): EditionFiles => ({
  read: async (file) => contents.get(file),
  list: async (folder) =>
    [...contents.keys()].filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1)),
});

/** Keeps every file that is read from `files`. */
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

/** SHA-256 of what an edition says, in hexadecimal: equal for files that differ in comments and layout alone. */
export const editionDigest = (edition: Edition): string => {
  const logos = edition.logos.map(({ publicName }) => publicName);
  return createHash('sha256')
    .update(JSON.stringify({ ...edition, logos }))
    .digest('hex');
};
