import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeKey } from '../setup/plan.ts';
import { replaceFiles } from './secret-files.ts';

/** The keys that can be changed while Laurel runs. */
export const KEY_NAMES = ['jwt', 'data-key'] as const;
export type KeyName = (typeof KEY_NAMES)[number];
const FILES: Record<KeyName, string> = { jwt: 'jwt_secret', 'data-key': 'data_key' };

/**
 * A rotation has two steps with a restart after each, because several processes are restarted one by one: first every
 * process accepts the new key, then every process uses it. `previous` has the keys that are accepted but not used:
 * older ones, and between the steps the new one.
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
  /** When `previous` last changed: after a finished rotation, the time of the switch. */
  changedAt(): Date;
  /** Removes the keys that are not used. */
  forget(): void;
};

/** Opens the files of a key in secrets/. */
export const openKeyFolder = (secrets: string, name: KeyName): KeyFolder => {
  const file = FILES[name];
  const previousFile = `${file}_previous`;
  const nextFile = `${file}_next`;
  const pathOf = (each: string): string => join(secrets, each);
  const contentOf = (each: string): string =>
    existsSync(pathOf(each)) ? readFileSync(pathOf(each), 'utf8').trim() : '';
  const removeNext = (): void => rmSync(pathOf(nextFile), { force: true });
  const write = (each: string, content: string): void => replaceFiles(secrets, { [each]: content });
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
    removeNext();
  };

  return {
    read,
    step,
    rotate: () => {
      const { previous, next = makeKey() } = read();
      if (step() === 'switch') {
        switchTo(next);
        return 'switched';
      }
      write(nextFile, next);
      writePrevious([...previous, next]);
      return 'announced';
    },
    rotateAtOnce: () => {
      const next = read().next ?? makeKey();
      write(nextFile, next);
      switchTo(next);
    },
    changedAt: () => statSync(pathOf(previousFile)).mtime,
    forget: () => {
      removeNext();
      write(previousFile, '');
    },
  };
};
