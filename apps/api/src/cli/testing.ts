import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { programEnv } from '@laurel/support/program-env';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** The path of an empty folder, which is made for each test, or once for the file, and removed afterwards. */
export const useFolder = (of: 'test' | 'file'): string => {
  const path = join(tmpdir(), `laurel-cli-${randomUUID()}`);
  const [before, after] = of === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(() => void mkdirSync(path));
  after(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Starts `laurel` in a process of its own, without a terminal. */
export const startLaurel = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const main = join(import.meta.dirname, 'main.ts');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...argv], {
    env: { ...programEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** What a process printed, and its exit code, when it has ended. */
export const endOf = async (child: ReturnType<typeof startLaurel>) => {
  const code = new Promise((resolve) => child.once('exit', resolve));
  return { stdout: await text(child.stdout), stderr: await text(child.stderr), code: await code };
};

/** A copy of the demo edition in a new folder inside of another one, with a changed file. @returns its path */
export const editionIn = (folder: string, file: string, change: (text: string) => string): string => {
  const path = join(folder, `edition-${randomUUID()}`);
  cpSync(demoEditionDir, path, { recursive: true });
  writeFileSync(join(path, file), change(readFileSync(join(path, file), 'utf8')));
  return path;
};

/** An edition in a new folder that has an error. @returns its path */
export const brokenEditionIn = (folder: string): string => editionIn(folder, 'edition.yaml', () => 'year: soon\n');
