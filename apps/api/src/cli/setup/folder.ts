import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { envText, type Plan } from './plan.ts';

/** Names and numbers, but no business of other users of the machine. */
const ENV_MODE = 0o600;
/** Keeps everybody else out of the folder … */
const FOLDER_MODE = 0o700;
/**
 * … so that its files may be readable: Compose mounts a secret with the owner and mode of its file, and the users of the
 * containers (1000, 999, or any number with a rootless engine) are not the organiser's.
 */
export const SECRET_MODE = 0o444;

/** What stands in a folder that a setup would write, by name. */
export const standingIn = (directory: string): string[] => {
  const secrets = join(directory, 'secrets');
  return [
    ...(existsSync(join(directory, '.env')) ? ['.env'] : []),
    ...(existsSync(secrets) && readdirSync(secrets).length > 0 ? ['secrets/'] : []),
  ];
};

/** Whether the organiser's content is there already; a setup puts the demo edition where it is not. */
export const hasEdition = (directory: string): boolean => {
  const edition = join(directory, 'edition');
  return existsSync(edition) && readdirSync(edition).length > 0;
};

/**
 * Writes a deployment's files, all or none, and nothing over what stands. What root writes (a container's user, say)
 * belongs to the folder's owner, who has to read it with `docker compose`.
 * @throws Error of the file system
 */
export const writeDeployment = async (directory: string, plan: Plan): Promise<void> => {
  const { uid, gid } = statSync(directory);
  const give = (path: string): void => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid);
  };
  // Only what this run has made is taken back: another one may be at work in the same folder.
  const undo: (() => void)[] = [];
  const write = (path: string, content: string, mode: number): void => {
    writeFileSync(path, content, { mode, flag: 'wx' });
    undo.push(() => rmSync(path));
    // Whatever the umask made of it.
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
      // It holds nothing secret, and the containers' user has to read it, whatever the umask says.
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

/** One step back; one that can't be taken must not keep the others from it. */
const takeBack = (step: () => void): void => {
  try {
    step();
  } catch {
    // The first error is the one that is told.
  }
};
