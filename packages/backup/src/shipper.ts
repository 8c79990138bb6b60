import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Signer } from './signed.ts';
import { readState } from './status.ts';
import type { Store } from './store.ts';
import { type Lsn, parseLsn, parseWalName, SEGMENT_BYTES, segmentAt, type WalFile } from './wal.ts';
import { removePartial, storeWal } from './wal-store.ts';

/** A file that holds a stretch of the log, whole or in part. */
type Stretch = Extract<WalFile, { segment: bigint }>;

type Options = {
  /** Where pg_receivewal writes. */
  folder: string;
  store: Store;
  recipients: readonly string[];
  signer: Signer;
  cluster: string;
  /** The least time between two copies of the segment that is being written, in milliseconds. */
  partialMs: number;
  /** What was in the store when the last process ended, and how much of it was signed to be there. */
  shipped: Lsn;
  signed: Lsn;
  now: () => Date;
};

export type Shipper = {
  /** Everything before it is in the store. */
  shipped(): Lsn;
  /**
   * Everything before it is in the store, and what was signed about the files says so. It may be less than what is shipped: a
   * file holds a little more than was known when it was read.
   */
  signed(): Lsn;
  /** Begins anew on another timeline, where positions that were shipped before come again. */
  begin(): void;
  /**
   * Brings to the store what the spool holds.
   * @param received what pg_receivewal had written before this was called; undefined where nobody knows
   * @param nowMs a clock's milliseconds
   * @param last copies the segment that is being written whether it is time or not
   */
  ship(received: Lsn | undefined, nowMs: number, last?: boolean): Promise<void>;
  /**
   * Where the receiver would go on by what is in its spool lies before what the server still keeps: it never could. Then
   * what there is is shipped, and the spool cleared, so that the receiver begins where the server can give.
   * @returns whether it was so: there is a hole in the log
   */
  clearBefore(kept: Lsn, nowMs: number): Promise<boolean>;
};

const isStretch = (file: WalFile | undefined): file is Stretch => file !== undefined && file.kind !== 'history';

/** A file that was written to so shortly before it was read may have been written to again within one tick of its clock. */
const TICK_MS = 50;

/** Ships the write-ahead log from the spool to the store. */
export const createShipper = (options: Options): Shipper => {
  const { folder, store, cluster, partialMs, now } = options;
  let { shipped, signed } = options;
  const histories = new Set<string>();
  /** The segment in part as it was shipped last. */
  let copy: { name: string; modifiedMs: number; atMs: number } | undefined;

  /** @param upTo how far the log in it goes */
  const send = async (file: WalFile, upTo: Lsn): Promise<void> => {
    await storeWal({ ...options, file, octets: await readFile(join(folder, file.name)), upTo, at: now() });
    if (upTo > signed) signed = upTo;
  };

  const sendSegment = async (file: Stretch): Promise<void> => {
    const end = (file.segment + 1n) * SEGMENT_BYTES;
    await send(file, end);
    await removePartial(store, cluster, file);
    await rm(join(folder, file.name));
    if (end > shipped) shipped = end;
  };

  /** @returns whether the store holds all of it */
  const sendPartial = async (file: WalFile, upTo: Lsn, nowMs: number, last: boolean): Promise<boolean> => {
    const { mtimeMs } = await stat(join(folder, file.name));
    if (copy?.name === file.name && copy.modifiedMs === mtimeMs) return true;
    if (!last && copy?.name === file.name && nowMs - copy.atMs < partialMs) return false;
    const settled = Date.now() - mtimeMs > TICK_MS;
    await send(file, upTo);
    copy = { name: file.name, modifiedMs: settled ? mtimeMs : Number.NaN, atMs: nowMs };
    return true;
  };

  const shipAll = async (received: Lsn | undefined, nowMs: number, last: boolean): Promise<void> => {
    const names = (await readdir(folder)).sort();
    const files = names.map(parseWalName).filter((file) => file !== undefined);
    for (const file of files) {
      if (file.kind === 'history' && !histories.has(file.name)) {
        await send(file, 0n);
        histories.add(file.name);
      }
      if (file.kind === 'segment') await sendSegment(file);
    }
    const partial = files.findLast(({ kind }) => kind === 'partial');
    // A receiver that begins a segment anew (its spool was lost) holds less of it than the store does, for a moment.
    const behind = received !== undefined && received < shipped;
    const reached = received !== undefined && received > shipped ? received : shipped;
    const complete = !partial || (!behind && (await sendPartial(partial, reached, nowMs, last)));
    if (complete && received !== undefined && received > shipped) shipped = received;
  };

  // One after the other: the receiver's start and the daemon's tick may both want to ship.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    shipped: () => shipped,
    signed: () => signed,
    begin: () => {
      shipped = 0n;
      signed = 0n;
      copy = undefined;
    },
    ship: (received, nowMs, last = false) => inTurn(() => shipAll(received, nowMs, last)),
    clearBefore: (kept, nowMs) =>
      inTurn(async () => {
        const files = (await readdir(folder)).map(parseWalName).filter(isStretch);
        const next = files.map((file) => file.segment + (file.kind === 'segment' ? 1n : 0n));
        if (next.length === 0 || next.some((segment) => segment >= segmentAt(kept))) return false;
        await shipAll(undefined, nowMs, true);
        for (const { kind, name } of files) if (kind === 'partial') await rm(join(folder, name), { force: true });
        copy = undefined;
        return true;
      }),
  };
};

type Leftovers = Pick<Options, 'store' | 'recipients' | 'signer' | 'now'> & { spoolDir: string };

/** The files of the log in a spool that are not in the store, by cluster. */
export const findLeftovers = async (spoolDir: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (const cluster of await readdir(join(spoolDir, 'wal')).catch(() => [])) {
    const names = await readdir(join(spoolDir, 'wal', cluster));
    found.set(
      cluster,
      names.filter((name) => parseWalName(name)),
    );
  }
  return found;
};

/**
 * Ships what a daemon that is gone has left in its spool, for every cluster that it has met. No database is needed.
 * @returns how many files were shipped
 */
export const shipLeftovers = async ({ spoolDir, ...rest }: Leftovers): Promise<number> => {
  let files = 0;
  const state = readState(spoolDir);
  for (const [cluster, names] of await findLeftovers(spoolDir)) {
    files += names.length;
    const shipped = state?.cluster === cluster ? parseLsn(state.shippedLsn) : 0n;
    const folder = join(spoolDir, 'wal', cluster);
    const shipper = createShipper({ ...rest, folder, cluster, partialMs: 0, shipped, signed: shipped });
    await shipper.ship(undefined, 0, true);
  }
  return files;
};
