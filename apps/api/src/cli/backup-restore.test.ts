import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { at, type MadeStore, segmentOctets, startMadeStore, walFile } from '@laurel/backup/testing/made-store';
import { afterEach, beforeEach, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** A program that unpacks a part of the archive, and then takes long. */
const SLOW_TAR = `#!/bin/sh
for last; do :; done
touch "$last/half"
exec sleep 60
`;

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putBase(new Date(), 6);
  await made.putWal(walFile(6), segmentOctets(6), { upTo: at(7) });
  await made.putHead({ upTo: at(7) });
});
afterEach(() => made.close());

it.each(['SIGINT', 'SIGTERM'] as const)(
  'laurel backup restore leaves the folder empty if %s stops the unpacking',
  async (signal) => {
    const programs = join(made.dir, 'programs');
    mkdirSync(programs);
    writeFileSync(join(programs, 'tar'), SLOW_TAR, { mode: 0o755 });
    const target = join(made.dir, 'restored');
    const argv = ['backup', 'restore', '--to', target];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...argv], {
      env: made.environment({ PATH: `${programs}:${process.env.PATH}`, BACKUP_IDENTITY: made.keys.identity }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'exit');
    const problems = text(child.stderr);
    while (child.exitCode === null && !existsSync(join(target, 'half'))) await sleep(20);
    child.kill(signal);
    expect([(await ended)[0], await problems]).toEqual([1, expect.stringContaining('Stopped.')]);
    expect(readdirSync(target)).toEqual([]);
    expect(readdirSync(join(made.dir, 'spool', 'scratch'))).toEqual([]);
  },
  30_000,
);
