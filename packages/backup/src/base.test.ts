import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rangeIn, takeBase } from './base.ts';
import { RESERVE_BYTES } from './disk.ts';
import { BackupError } from './errors.ts';
import { createKeyPair } from './sealed.ts';
import { createSigningKeys, requireSigner } from './signed.ts';
import type { Store } from './store.ts';
import { createFolderStore } from './store-folder.ts';
import { at, IDENTITY } from './testing/made-store.ts';

const path = process.env.PATH;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'laurel-base-'));
  // A pg_basebackup whose output never ends.
  writeFileSync(join(dir, 'pg_basebackup'), `#!/bin/sh\necho $$ > ${dir}/pid\nexec cat /dev/zero\n`);
  chmodSync(join(dir, 'pg_basebackup'), 0o755);
  process.env.PATH = [dir, path].join(delimiter);
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(dir, { recursive: true, force: true });
});

/** Whether pg_basebackup runs; undefined before it started. */
const isRunning = (): boolean | undefined => {
  const file = join(dir, 'pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (pid === 0) return undefined;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const take = async (store: Store, signal: AbortSignal) =>
  takeBase({
    databaseUrl: 'postgres://laurel_backup@127.0.0.1:1/laurel',
    identity: IDENTITY,
    store,
    recipients: [(await createKeyPair()).recipient],
    signer: requireSigner(createSigningKeys()),
    passwordFolder: dir,
    now: () => new Date('2026-12-20T00:00:00Z'),
    signal,
  });

describe('a base backup', () => {
  it('ends at the signal, together with its program, and leaves nothing in the folder of the store', async () => {
    const root = join(dir, 'store');
    mkdirSync(root);
    const store = createFolderStore(root, async () => 2 * RESERVE_BYTES);
    const stopping = new AbortController();
    const taken = take(store, stopping.signal);
    await expect.poll(isRunning).toBe(true);
    stopping.abort();
    await expect(taken).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await expect.poll(isRunning).toBe(false);
    const left = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(left).toEqual([]);
  });

  it.each([
    ['at the signal', Number.MAX_SAFE_INTEGER, expect.objectContaining({ name: 'AbortError' })],
    ['if the store has no space', RESERVE_BYTES - 1, 'must stay free'],
  ])('ends its program %s, before the store reads it', async (_, free, problem) => {
    const stopping = new AbortController();
    const store = createFolderStore(dir, async () => {
      await expect.poll(isRunning).toBe(true);
      if (free > RESERVE_BYTES) stopping.abort();
      return free;
    });
    await expect(take(store, stopping.signal)).rejects.toThrow(problem);
    await expect.poll(isRunning).toBe(false);
  });
});

const range = (timeline: number, from: string, to: string): string =>
  `{ "Timeline": ${timeline}, "Start-LSN": "${from}", "End-LSN": "${to}" }`;
const manifest = (...ranges: string[]): string =>
  `"Files": [],\n"WAL-Ranges": [\n${ranges.join(',\n')}\n],\n"Manifest-Checksum": "00"}\n`;

it('a base needs the log of its range', () => {
  expect(rangeIn(manifest(range(3, '0/5000028', '0/5000120')))).toEqual({
    timeline: 3,
    startLsn: at(5, 0x28),
    endLsn: at(5, 0x120),
  });
});

it('a base that began before a failover needs the log of both timelines, to its own end', () => {
  const ranges = [range(4, '0/6DEC378', '0/7000100'), range(3, '0/5000028', '0/6DEC378')];
  expect(rangeIn(manifest(...ranges))).toEqual({ timeline: 3, startLsn: at(5, 0x28), endLsn: at(7, 0x100) });
});

it('an archive without a range is no base', () => {
  expect(() => rangeIn('')).toThrow(BackupError);
});
