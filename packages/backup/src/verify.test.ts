import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { baseArchiveKey, readCluster } from './catalog.ts';
import { createKeyPair } from './sealed.ts';
import { at, CLUSTER, type MadeStore, segmentBytes, startMadeStore, walFile } from './testing/made-store.ts';
import { verifyBackup, verifyLog } from './verify.ts';

let made: MadeStore;
beforeEach(async () => {
  made = await startMadeStore();
  await made.putBase(new Date('2026-12-01T00:00:00Z'), 4);
  for (const segment of [4, 5, 6])
    await made.putWal(walFile(segment), segmentBytes(segment), { upTo: at(segment + 1) });
  await made.putWal(walFile(7, true), segmentBytes(7), { upTo: at(7, 500) });
});
afterEach(() => made.close());

/** Verifies the WAL of the base. @param identities the right key by default; undefined decrypts nothing */
const verify = async (identities: readonly string[] | undefined = [made.keys.identity], signal?: AbortSignal) => {
  const catalog = await readCluster(made.store, CLUSTER, made.trust);
  const [base] = catalog.bases;
  if (!base) throw new Error('there is a base');
  return verifyLog({ store: made.store, catalog, base, trust: made.trust, identities, signal });
};

describe('verifying WAL', () => {
  it('finds no problem in complete WAL, from the base to the incomplete segment', async () => {
    expect(await verify()).toMatchObject({ problems: [], segments: 4, chain: { upTo: at(7), partial: true } });
  });

  it('ignores WAL before the base', async () => {
    await made.putWal(walFile(3), segmentBytes(2), { upTo: at(4) });
    expect(await verify()).toMatchObject({ problems: [], segments: 4 });
  });

  it('finds a wrong key', async () => {
    const other = await createKeyPair();
    const { problems, segments } = await verify([other.identity]);
    expect(segments).toBe(4);
    expect(problems).toHaveLength(4);
    for (const problem of problems) expect(problem).toContain('does not open with this private key');
  });

  const remove = (...segments: number[]): void => {
    for (const segment of segments) rmSync(made.walPath(walFile(segment)));
  };
  it.each([
    [
      'a truncated file',
      () => truncateSync(made.walPath(walFile(5)), 2_000),
      /0{7}1.*5\.gz\.age\.signed is not what was signed/,
    ],
    [
      'a signed segment that is too short',
      () => made.putWal(walFile(5), segmentBytes(5).subarray(0, 8_192), { upTo: at(6) }),
      /has 8192 bytes instead of 16777216/,
    ],
    [
      'a segment with another position',
      () => made.putWal(walFile(5), segmentBytes(6), { upTo: at(6) }),
      /holds the log from 0\/6000000 on/,
    ],
    ['a missing segment', () => remove(5), /^0{7}10{15}5 is missing: a restore ends there$/],
    [
      'a base without the WAL that it needs',
      () => {
        remove(4, 5, 6);
        rmSync(made.walPath(walFile(7, true)));
      },
      /does not reach the end of the base backup/,
    ],
  ])('finds %s', async (_, change, problem) => {
    await change();
    expect((await verify()).problems).toEqual([expect.stringMatching(problem)]);
  });
});

describe('verifying a backup that is stopped', () => {
  const stopped = () => {
    const stopping = new AbortController();
    return { signal: stopping.signal, abort: () => stopping.abort(new Error('Ctrl-C')) };
  };
  /** Begins to verify with a store that is silent after the first bytes of the base. */
  const begin = async (identities: readonly string[] | undefined, signal: AbortSignal) => {
    const catalog = await readCluster(made.store, CLUSTER, made.trust);
    const [base] = catalog.bases;
    if (!base) throw new Error('there is a base');
    const scratchDir = join(made.dir, 'scratch');
    mkdirSync(scratchDir);
    const key = baseArchiveKey(CLUSTER, base.id);
    const silent = new Readable({ read: () => undefined });
    silent.push(readFileSync(made.pathOf(key)).subarray(0, 500));
    const get = (wanted: string) => (wanted === key ? Promise.resolve(silent) : made.store.get(wanted));
    const known = { known: undefined, notBefore: undefined, now: new Date() };
    const ask = { store: { ...made.store, get }, catalog, base, trust: made.trust, identities, scratchDir, ...known };
    const verified = verifyBackup({ ...ask, signal });
    verified.catch(() => undefined);
    await expect.poll(() => silent.readableLength).toBe(0);
    return { verified, scratchDir };
  };

  it('leaves nothing decrypted', async () => {
    const { signal, abort } = stopped();
    const { verified, scratchDir } = await begin([made.keys.identity], signal);
    expect(readdirSync(scratchDir)).toHaveLength(1);
    abort();
    await expect(verified).rejects.toThrow('Ctrl-C');
    expect(readdirSync(scratchDir)).toEqual([]);
  });

  it('ends also without a key, and while it reads the log', async () => {
    const { signal, abort } = stopped();
    const { verified } = await begin(undefined, signal);
    abort();
    await expect(verified).rejects.toThrow('Ctrl-C');
    await expect(verify(undefined, signal)).rejects.toThrow('Ctrl-C');
  });
});
