import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackupError } from './errors.ts';
import { createFolderStore } from './store-folder.ts';
import { sweep } from './sweep.ts';

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 ** 3;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'laurel-folder-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const filesIn = (): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** A stream of megabytes. For each one that is read, two are taken from the disk, as if another program wrote, too. */
const writing = (megabytes: number, disk: { free: number }): { body: Readable; read: () => number } => {
  let read = 0;
  const chunks = async function* (): AsyncGenerator<Buffer> {
    for (; read < megabytes; read += 1) {
      disk.free -= 2 * MEGABYTE;
      yield Buffer.alloc(MEGABYTE);
    }
  };
  return { body: Readable.from(chunks()), read: () => read };
};

describe('an object of a folder store that must leave space free', () => {
  it('is refused before anything of it is written, and its source ends', async () => {
    const disk = { free: GIGABYTE - 1 };
    const store = createFolderStore(root, async () => disk.free);
    const { body, read } = writing(100, disk);
    const refused = store.put('7/base/1/base', body, GIGABYTE);
    await expect(refused).rejects.toThrow(BackupError);
    await expect(refused).rejects.toThrow(/1\.0 GB must stay free.*Free some space/);
    expect([body.destroyed, read(), filesIn()]).toEqual([true, 0, []]);
  });

  it('is refused once too little space is free, and leaves nothing behind', async () => {
    const disk = { free: GIGABYTE + 40 * MEGABYTE };
    const store = createFolderStore(root, async () => disk.free);
    const { body, read } = writing(1_000, disk);
    await expect(store.put('7/base/1/base', body, GIGABYTE)).rejects.toThrow('must stay free');
    expect(read()).toBeLessThan(100);
    expect(filesIn()).toEqual([]);
  });

  it('is stored while there is space; an object without this requirement is always stored', async () => {
    const disk = { free: GIGABYTE + 40 * MEGABYTE };
    const store = createFolderStore(root, async () => disk.free);
    expect(await store.put('7/base/1/base', writing(20, disk).body, GIGABYTE)).toBe(20 * MEGABYTE);
    disk.free = 0;
    expect(await store.put('7/head', writing(20, disk).body)).toBe(20 * MEGABYTE);
    expect(filesIn().sort()).toEqual(['base', 'head']);
  });

  it('is checked against the real disk by default', async () => {
    const store = createFolderStore(root);
    await expect(store.put('one', Readable.from([]), Number.MAX_SAFE_INTEGER)).rejects.toThrow('must stay free');
    expect(await store.put('two', Readable.from([Buffer.from('two')]), 1)).toBe(3);
  });
});

describe('a file that a killed process left in a folder store', () => {
  const NOW = new Date('2026-12-20T00:00:00Z');
  const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 60 * 60_000);

  it('is removed once it was not written to for a day, and nothing else is', async () => {
    const base = join(root, '7/base/1');
    mkdirSync(base, { recursive: true });
    for (const [name, hours] of [
      ['.unfinished-old', 25],
      ['.unfinished-new', 23],
      ['base.signed', 25],
    ] as const) {
      writeFileSync(join(base, name), 'half');
      utimesSync(join(base, name), hoursAgo(hours), hoursAgo(hours));
    }
    const store = createFolderStore(root);
    const logger = pino({ level: 'silent' });
    await sweep('an interrupted backup', store.removeUnfinished, { now: () => NOW, logger });
    expect(readdirSync(base).sort()).toEqual(['.unfinished-new', 'base.signed']);
    expect((await store.list('')).map(({ key }) => key)).toEqual(['7/base/1/base.signed']);
  });
});
