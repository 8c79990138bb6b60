import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Removal } from './case.ts';

/** A copy of the repository, in which guards are taken away and put back. */
export type Copy = {
  root: string;
  /** Takes guards away, does the work, puts them back. */
  without<T>(removals: readonly Removal[], work: () => Promise<T>): Promise<T>;
  remove(): void;
};

/** What a build left, which no commit holds and the tests need. */
const BUILT = ['{apps,packages}/*/dist', 'packages/database/src/generated'];
const MODULES = ['node_modules', '{apps,packages,tests}/*/node_modules'];

/** The text of a file with its guard gone. @throws Error where what is to go does not stand there exactly once */
export const removed = (text: string, { file, find, put }: Removal): string => {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} holds ${after === undefined ? 'nowhere' : 'more than once'}: ${find}`);
  }
  return `${before}${put}${after}`;
};

/** Modules are never written to: links to the same files do, and cost a tenth of the time. */
const copyModules = (from: string, to: string): void => {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
};

/** Copies the repository as it stands, uncommitted changes included, into a temporary folder. */
export const copyRepository = (root: string): Copy => {
  const to = mkdtempSync(join(tmpdir(), 'laurel-attack-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  for (const file of files) cpSync(join(root, file), join(to, file), { recursive: true, verbatimSymlinks: true });
  for (const folder of globSync(BUILT, { cwd: root }))
    cpSync(join(root, folder), join(to, folder), { recursive: true });
  for (const folder of globSync(MODULES, { cwd: root })) {
    if (existsSync(join(to, dirname(folder)))) copyModules(join(root, folder), join(to, folder));
  }
  return {
    root: to,
    without: async (removals, work) => {
      const before = new Map(removals.map(({ file }) => [file, readFileSync(join(to, file), 'utf8')]));
      try {
        for (const removal of removals) {
          const place = join(to, removal.file);
          writeFileSync(place, removed(readFileSync(place, 'utf8'), removal));
        }
        return await work();
      } finally {
        for (const [file, text] of before) writeFileSync(join(to, file), text);
      }
    },
    remove: () => rmSync(to, { recursive: true, force: true }),
  };
};
