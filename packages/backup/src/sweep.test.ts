import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeDrills, sweep } from './sweep.ts';

const START = new Date('2026-12-01T20:00:00Z');
const hoursLater = (hours: number): Date => new Date(START.getTime() + hours * 60 * 60_000);

let dir: string;
let now: Date;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-sweep-'));
  now = START;
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The folder of a drill that was killed at a time, with a part of the database. */
const leave = (name: string, at: Date): void => {
  mkdirSync(join(dir, name, 'data/base'), { recursive: true });
  writeFileSync(join(dir, name, 'data/base/1'), 'accounts');
  utimesSync(join(dir, name), at, at);
};
const check = (folder = dir) =>
  sweep('the folder of a killed drill', (before) => removeDrills(folder, before), {
    now: () => now,
    logger: pino({ level: 'silent' }),
  });

describe('the folders of killed drills', () => {
  it('are removed once they are older than a day, however long the service runs', async () => {
    leave('laurel-first', START);
    leave('laurel-second', hoursLater(2));
    now = hoursLater(24);
    await check();
    expect(readdirSync(dir)).toEqual(['laurel-first', 'laurel-second']);
    now = hoursLater(25);
    await check();
    expect(readdirSync(dir)).toEqual(['laurel-second']);
    now = hoursLater(27);
    await check();
    expect(readdirSync(dir)).toEqual([]);
  });

  it('are removed although another name vanishes between the listing and the look at it', async () => {
    // A link without a target is in the listing, but stat fails.
    symlinkSync(join(dir, 'gone'), join(dir, 'laurel-a'));
    leave('laurel-b', START);
    now = hoursLater(25);
    await check();
    expect(readdirSync(dir)).toEqual(['laurel-a']);
  });

  it('need not exist', async () => {
    await expect(check(join(dir, 'scratch'))).resolves.toBeUndefined();
  });
});
