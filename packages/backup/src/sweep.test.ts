import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { removeDrills, sweep } from './sweep.ts';

const NOW = new Date('2026-12-01T20:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 60 * 60_000);

it('the folders of killed drills are removed once they are older than a day', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'laurel-sweep-'));
  const sweepIn = (folder: string) =>
    sweep('the folder of a killed drill', (before) => removeDrills(folder, before), {
      now: () => NOW,
      logger: pino({ level: 'silent' }),
    });
  try {
    // A link without a target, like a folder that vanished meanwhile: it is in the listing, but stat fails.
    symlinkSync(join(dir, 'gone'), join(dir, 'laurel-a'));
    for (const [name, hours] of [
      ['laurel-old', 25],
      ['laurel-young', 23],
    ] as const) {
      mkdirSync(join(dir, name, 'data/base'), { recursive: true });
      writeFileSync(join(dir, name, 'data/base/1'), 'accounts');
      utimesSync(join(dir, name), hoursAgo(hours), hoursAgo(hours));
    }
    await sweepIn(dir);
    expect(readdirSync(dir)).toEqual(['laurel-a', 'laurel-young']);
    await expect(sweepIn(join(dir, 'nothing'))).resolves.toBeUndefined();
  } finally {
    rmSync(dir, { recursive: true });
  }
});
