import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources under a root, as the checks of this folder read them. Paths are relative to the root, with slashes. */
export interface Repository {
  readonly files: readonly string[];
  read(file: string): string;
}

/** One thing that breaks a rule of the repository, and where. */
export interface Problem {
  readonly file: string;
  readonly message: string;
}

const notOurs = new Set(['node_modules', 'dist', 'generated', 'test-results', 'playwright-report']);

/** Opens the repository at a root: every file but what is installed, built, generated or hidden (the workflows are not). */
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

/** The number of the line that an offset of a text lies on, from 1. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
