import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources under a root. Paths are relative to the root, with slashes. */
export interface Repository {
  readonly files: readonly string[];
  read(file: string): string;
}

/** A violation of a rule of the repository, and its place. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

const notOurs = new Set(['node_modules', 'dist', 'generated', 'test-results', 'playwright-report']);

/** Opens the repository at a root: all files that are not installed, built, generated or hidden, and the workflows. */
export function openRepository(root: string): Repository {
  const files: string[] = [];
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      if (notOurs.has(entry.name) || (entry.name.startsWith('.') && entry.name !== '.github')) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) files.push(path);
    }
  };
  visit('');
  return { files: files.sort(), read: (file) => readFileSync(join(root, file), 'utf8') };
}

/** The line number of an offset in a text, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
