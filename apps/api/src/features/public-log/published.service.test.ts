import { useLogDatabase } from '@laurel/support/log-database';
import type { TestLog } from '@laurel/support/public-log';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { parseNote } from '@laurel/tlog/note';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPublished, type Published } from './published.service.ts';
import { createTiles, type Tiles } from './tree.service.ts';

const test = useLogDatabase();
/** Appends to the log. */
let log: TestLog;
/** The content of the file. */
let note: string | undefined;
/** The content of the file of a witness's checkpoint. */
let witnessed: string | undefined;
/** Whether it can't be written. */
let full: boolean;
/** How often the file was read. */
let reads: number;
/** The sizes of the checkpoints that were written to the file, in order. */
let sizes: number[];
/** A write of the file waits until this resolves. */
let disk: Promise<void>;
/** Resolves when a write begins. */
let writing: PromiseWithResolvers<void>;
/** A checkpoint is shown only after the standby has confirmed it. */
let standby: () => Promise<void>;
/** How often a tile was read. */
let tileReads: number;
/** Opens the log as another process would. */
let open: () => Published;
let published: Published;

beforeEach(async () => {
  log = await test.openLog();
  note = undefined;
  witnessed = undefined;
  full = false;
  reads = 0;
  sizes = [];
  tileReads = 0;
  disk = Promise.resolve();
  standby = async () => {};
  writing = Promise.withResolvers();
  const write = async (text: string): Promise<void> => {
    const ready = disk;
    writing.resolve();
    await ready;
    note = text;
    sizes.push(parseCheckpoint(parseNote(text).text).size);
  };
  const read = async (): Promise<string | undefined> => {
    reads += 1;
    return note;
  };
  const remove = async (): Promise<void> => {};
  const kept = { read, write, remove };
  const evidence = {
    read: async () => witnessed,
    write: async (text: string) => {
      if (full) throw new Error('no space');
      witnessed = text;
    },
    remove: async () => {
      witnessed = undefined;
    },
  };
  const stored = createTiles(log.pool);
  const tiles: Tiles = {
    ...stored,
    read: (tile) => {
      tileReads += 1;
      return stored.read(tile);
    },
  };
  open = () => createPublished({ db: log.pool, tiles, kept, evidence, replicated: () => standby(), key: log.key });
  published = open();
});
const appendVote = async (): Promise<void> => {
  await test.vote(1);
  await log.run();
};
const showVote = async (): Promise<void> => {
  await appendVote();
  await published.refresh();
};
/** Two votes are shown, and the file has the checkpoint of the first. @returns that of the second */
const showTwoAndLoseOne = async (): Promise<string> => {
  await showVote();
  const older = note;
  await showVote();
  const newer = note ?? '';
  note = older;
  return newer;
};
const loseCheckpoints = (where: string) =>
  test.tamper('all_log_checkpoints', `DELETE FROM log_checkpoints WHERE ${where}`);

describe('the published log', () => {
  // This test fails without turns: the slow look showed 2 leaves, and wrote them to the file, after the other had shown 3.
  it('does not go back to the older state that a slow look found', async () => {
    await appendVote();
    const slowDisk = Promise.withResolvers<void>();
    disk = slowDisk.promise;
    const slow = published.refresh();
    await writing.promise;
    disk = Promise.resolve();
    await appendVote();
    const later = published.refresh();
    expect(reads, 'the later look waits for its turn').toBe(1);
    slowDisk.resolve();
    await Promise.all([slow, later]);
    expect(published.current()?.size).toBe(3);
    expect(sizes).toEqual([2, 3]);
  });

  // This test fails without the confirmation: the checkpoint was in the file, and shown.
  it('has no leaf that the standby lacks', async () => {
    await showVote();
    await appendVote();
    standby = () => Promise.reject(new Error('no standby'));
    tileReads = 0;
    await expect(published.refresh()).rejects.toThrow('no standby');
    expect(published.current()?.size).toBe(2);
    expect(published.alarm()).toBeUndefined();
    // This test fails if the tiles are compared first: tiles that may be lost with the machine stay in memory, and are
    // later taken for those of the leaves that took the places of the lost ones.
    expect(tileReads).toBe(0);
    standby = async () => {};
    await published.refresh();
    expect(published.current()?.size).toBe(3);
    expect(sizes).toEqual([2, 3]);
  });

  // Another process, which was slow, may write an older checkpoint to the file that both use.
  it('is written to the file again after another process has put an older checkpoint there', async () => {
    await showTwoAndLoseOne();
    await published.refresh();
    expect(published.current()?.size).toBe(3);
    expect(sizes).toEqual([2, 3, 3]);
  });

  // This test fails if only the file is compared.
  it('is compared with the database, also if the file has an older checkpoint', async () => {
    await showTwoAndLoseOne();
    await loseCheckpoints('size = 3');
    await expect(published.refresh()).rejects.toThrow('the database has 2 leaves, but 3 were shown');
    expect(published.alarm()?.kind).toBe('older');
    expect(published.current()?.size).toBe(3);
    expect(sizes).toEqual([2, 3]);
  });

  // This test fails if each look without a finding ends the alarm.
  it('keeps an alarm that was raised during a look', async () => {
    await appendVote();
    const slowDisk = Promise.withResolvers<void>();
    disk = slowDisk.promise;
    const looking = published.refresh();
    await writing.promise;
    expect(() => published.refuse('fork', 'a witness has another tree')).toThrow('has stopped');
    slowDisk.resolve();
    await looking;
    expect(published.alarm()?.kind).toBe('fork');
    await expect(published.refresh()).rejects.toThrow('a witness has another tree');
  });

  // This test failed: only the process that had asked the witness knew, and the commands reported a sound log.
  it('is stopped by the checkpoint of a witness in every process, until the database has it', async () => {
    const shown = await showTwoAndLoseOne();
    await test.owner.query('CREATE TABLE lost AS SELECT * FROM log_checkpoints WHERE size = 3');
    await loseCheckpoints('size = 3');
    const restored = open();
    await restored.refresh();
    const reason = 'the database has 2 leaves, but 3 were shown to a witness';
    await expect(restored.accuse(shown)).rejects.toThrow(reason);
    expect(restored.alarm()?.kind).toBe('older');
    await expect(open().refresh()).rejects.toThrow(reason);
    await test.owner.query('INSERT INTO log_checkpoints SELECT * FROM lost');
    await restored.refresh();
    expect([restored.alarm(), restored.current()?.size, witnessed]).toEqual([undefined, 3, undefined]);
  });

  it('is stopped by the checkpoint of a witness although the disk is full', async () => {
    await showVote();
    const shown = note ?? '';
    await loseCheckpoints('size = 2');
    note = undefined;
    const restored = open();
    full = true;
    await expect(restored.accuse(shown)).rejects.toThrow('no space');
    await expect(restored.refresh()).rejects.toThrow('one of 2 leaves was shown to a witness');
  });
});
