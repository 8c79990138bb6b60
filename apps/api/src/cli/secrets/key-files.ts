import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_MODE } from '../setup/folder.ts';

/** The keys that can be changed while Laurel runs. */
export const KEY_NAMES = ['jwt', 'data-key'] as const;
export type KeyName = (typeof KEY_NAMES)[number];
const FILES: Record<KeyName, string> = { jwt: 'jwt_secret', 'data-key': 'data_key' };

/**
 * A rotation has two steps with a restart after each, because several processes are restarted one by one: first every
 * process accepts the new key, then every process uses it. `previous` holds the key that is accepted and not used, whether
 * it is older or newer.
 */
export type KeyFiles = { current: string; previous: readonly string[]; next: string | undefined };

export type KeyFolder = {
  read(): KeyFiles;
  /** The next step of `rotate`. */
  step(): 'announce' | 'switch';
  /** Does the next step. The next call completes an interrupted one. */
  rotate(): 'announced' | 'switched';
  /** Does both steps at once, for a single process or a leaked key. */
  rotateAtOnce(): void;
  /** When the keys that are not used were changed last: at the switch. */
  changedAt(): Date;
  /** Removes the keys that are not used. */
  forget(): void;
};

/** Opens the files of a key in secrets/. */
export const openKeyFolder = (secrets: string, name: KeyName): KeyFolder => {
  const file = join(secrets, FILES[name]);
  const previousFile = `${file}_previous`;
  const nextFile = `${file}_next`;
  const contentOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');

  /** Replaces a file atomically: a container that starts meanwhile finds the old content or the new. */
  const write = (path: string, content: string): void => {
    const draft = `${path}.draft`;
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: SECRET_MODE, flag: 'wx' });
    chmodSync(draft, SECRET_MODE);
    const { uid, gid } = statSync(secrets);
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, path);
  };
  const writePrevious = (keys: readonly string[]): void => write(previousFile, [...new Set(keys)].join(','));

  const read = (): KeyFiles => ({
    current: contentOf(file),
    previous: contentOf(previousFile).split(',').filter(Boolean),
    next: contentOf(nextFile) || undefined,
  });
  const step = () => {
    const { current, previous, next } = read();
    return next !== undefined && (next === current || previous.includes(next)) ? 'switch' : 'announce';
  };
  const switchTo = (next: string): void => {
    const { current, previous } = read();
    if (current !== next) {
      writePrevious([...previous, next, current]);
      write(file, next);
    }
    writePrevious(read().previous.filter((key) => key !== next));
    rmSync(nextFile, { force: true });
  };
  const make = (): string => randomBytes(32).toString('base64');

  return {
    read,
    step,
    rotate: () => {
      const { previous, next = make() } = read();
      if (step() === 'switch') {
        switchTo(next);
        return 'switched';
      }
      write(nextFile, next);
      writePrevious([...previous, next]);
      return 'announced';
    },
    rotateAtOnce: () => {
      const next = read().next ?? make();
      write(nextFile, next);
      switchTo(next);
    },
    changedAt: () => statSync(previousFile).mtime,
    forget: () => {
      rmSync(nextFile, { force: true });
      write(previousFile, '');
    },
  };
};
