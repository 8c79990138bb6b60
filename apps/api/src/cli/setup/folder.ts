import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { envText, type Files } from './plan.ts';

/** The mode of .env: it holds no secrets, but other users need not read it. */
const ENV_MODE = 0o600;
/** The mode of the folder of secrets: only the owner can open it. */
const FOLDER_MODE = 0o700;
/**
 * The mode of a secret. The folder protects it, so everybody may read it: Compose mounts a secret with the owner and mode of
 * its file, and the users of the containers (1000, 999, or any number with a rootless engine) are not the organiser's.
 */
export const SECRET_MODE = 0o444;

/** The existing files in a folder that a setup would write. */
export const existingIn = (directory: string): string[] => {
  const secrets = join(directory, 'secrets');
  return [
    ...(existsSync(join(directory, '.env')) ? ['.env'] : []),
    ...(existsSync(secrets) && readdirSync(secrets).length > 0 ? ['secrets/'] : []),
  ];
};

/** Whether the folder has an edition. A setup writes the demo edition otherwise. */
export const hasEdition = (directory: string): boolean => {
  const edition = join(directory, 'edition');
  return existsSync(edition) && readdirSync(edition).length > 0;
};

/**
 * Writes a deployment's files, all or none, without replacing any. Files written by root (a container's user, for example)
 * get the folder's owner, who must read them with `docker compose`.
 * @throws Error of the file system
 */
export const writeDeployment = async (directory: string, plan: Files): Promise<void> => {
  const { uid, gid } = statSync(directory);
  const give = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
  };
  // Only files of this run are removed: another run may use the same folder.
  const undo: (() => void)[] = [];
  const write = (path: string, content: string, mode: number): void => {
    const file = openSync(path, 'wx', mode);
    undo.push(() => rmSync(path));
    try {
      writeFileSync(file, content);
    } finally {
      closeSync(file);
    }
    // Overrides the umask.
    chmodSync(path, mode);
    give(path);
  };
  const makeFolder = (path: string): void => {
    if (existsSync(path)) return;
    mkdirSync(path);
    undo.push(() => rmdirSync(path));
  };
  const secrets = join(directory, 'secrets');
  const edition = join(directory, 'edition');
  try {
    makeFolder(secrets);
    chmodSync(secrets, FOLDER_MODE);
    give(secrets);
    for (const [name, content] of plan.secrets) write(join(secrets, name), content, SECRET_MODE);
    write(join(directory, '.env'), envText(plan), ENV_MODE);
    if (!hasEdition(directory)) {
      makeFolder(edition);
      undo.push(() => rmSync(edition, { recursive: true }));
      await cp(demoEditionDir, edition, { recursive: true });
      // The edition has no secrets, and the user of the containers must be able to read it, so the umask does not
      // apply.
      for (const file of ['.', ...readdirSync(edition, { recursive: true, encoding: 'utf8' })]) {
        const path = join(edition, file);
        chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
        give(path);
      }
    }
  } catch (error) {
    for (const each of undo.reverse()) takeBack(each);
    throw error;
  }
};

/** Undoes one step. A failure must not prevent the other steps. */
const takeBack = (step: () => void): void => {
  try {
    step();
  } catch {
    // The first error is reported.
  }
};
