import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, type MadeStore, segmentBytes, startMadeStore, walFile } from '@laurel/backup/testing/made-store';
import { runLaurel } from '@laurel/support/cli';
import { until } from '@laurel/support/until';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shownTime } from '../checks/shown-time.ts';
import { endOf, startLaurel } from './testing.ts';
import { undoneLines } from './undone-by-restore.ts';

/** A program that unpacks a part of the archive, and then takes long. */
const SLOW_TAR = `#!/bin/sh
for last; do :; done
touch "$last/half"
exec sleep 600
`;

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putBase(new Date(), 6);
  await made.putWal(walFile(6), segmentBytes(6), { upTo: at(7) });
  await made.putHead({ upTo: at(7) });
});
afterEach(() => made.close());

/** Stops a command by a signal while it unpacks. @returns its exit code and what it said */
const stopUnpacking = async (argv: readonly string[], signal: NodeJS.Signals): Promise<[unknown, string]> => {
  const programs = join(made.dir, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'tar'), SLOW_TAR, { mode: 0o755 });
  const env = made.environment({ PATH: `${programs}:${process.env.PATH}`, BACKUP_IDENTITY: made.keys.identity });
  const child = startLaurel(['backup', ...argv], env);
  const ended = endOf(child);
  const hasBegun = () =>
    readdirSync(made.dir, { recursive: true, encoding: 'utf8' }).some((path) => /\/half$/.test(path));
  await until('the unpacking to begin', () => child.exitCode !== null || hasBegun());
  child.kill(signal);
  const { code, stderr } = await ended;
  return [code, stderr];
};

it('laurel backup restore --at says what it undoes, also in the dry run', async () => {
  const target = join(made.dir, 'restored');
  const time = new Date().toISOString();
  await made.putHead({ upTo: at(7), completeAt: new Date(Date.now() + 60_000) });
  const restore = (...more: string[]) =>
    runLaurel(['backup', 'restore', '--to', target, ...more], made.environment({ PATH: process.env.PATH ?? '' }));
  const lines = undoneLines(shownTime(new Date(time)));
  const tried = await restore('--dry-run', '--at', time);
  expect(tried).toMatchObject({ code: 0, problems: lines });
  expect(tried.lines.join()).toContain('Would restore base backup');
  expect((await restore('--dry-run')).text()).not.toContain('is undone');
  // It is said before anything is unpacked, so that a restore that takes long does not hide it.
  const began = await restore('--at', time, '--identity', join(made.dir, 'missing'));
  expect(began.problems).toEqual(expect.arrayContaining([...lines]));
});

const scratch = () => readdirSync(join(made.dir, 'spool', 'scratch'));

it.each(['SIGINT', 'SIGTERM'] as const)(
  'laurel backup restore leaves the folder empty if %s stops the unpacking',
  async (signal) => {
    const target = join(made.dir, 'restored');
    expect(await stopUnpacking(['restore', '--to', target], signal)).toEqual([1, expect.stringContaining('Stopped.')]);
    expect(readdirSync(target)).toEqual([]);
    expect(scratch()).toEqual([]);
  },
);

it.each(['SIGINT', 'SIGTERM'] as const)(
  'laurel backup verify leaves nothing decrypted if %s stops the unpacking',
  async (signal) => {
    expect(await stopUnpacking(['verify'], signal)).toEqual([1, expect.stringContaining('Stopped.')]);
    expect(scratch()).toEqual([]);
  },
);
