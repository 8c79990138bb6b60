import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './errors.ts';
import { advance, type Reach, type ReachEvent, signedIn, startReach } from './reach.ts';
import type { Writing } from './sealed.ts';
import type { Trust } from './signed.ts';
import {
  filledBytes,
  type Lsn,
  type Position,
  parseWalName,
  SEGMENT_BYTES,
  type SegmentFile,
  type WalFile,
} from './wal.ts';
import { readSealedWal, removePartial, storeWal } from './wal-store.ts';

type Options = Writing & {
  /** The folder that pg_receivewal writes to. */
  folder: string;
  trust: Trust;
  cluster: string;
  /** The minimum time between two copies of the incomplete segment, in milliseconds. */
  partialMs: number;
  now: () => Date;
  /** Where the last process ended: the server's timeline, what was shipped of it, and the end of the signed WAL. */
  timeline: number;
  shipped: Lsn;
  end: Position | undefined;
};

const isSegmentFile = (file: WalFile | undefined): file is SegmentFile => file !== undefined && file.kind !== 'history';

/** A file modified this shortly before it was read may be modified again within one tick of the file system's clock. */
const TICK_MS = 50;

/** Ships the write-ahead log from the spool to the store. */
export const createShipper = (options: Options) => {
  const { folder, store, cluster, partialMs, now } = options;
  let reach = startReach(options.timeline, options.shipped, options.end);
  const happened = (event: ReachEvent): void => {
    reach = advance(reach, event);
  };
  const histories = new Set<string>();
  /** The last look at the incomplete segment, and whether all of it is in the store. */
  let copy: { name: string; modifiedMs: number; atMs: number; whole: boolean } | undefined;

  /** @param upTo the end of the WAL in the file */
  const send = async (file: WalFile, upTo: Lsn): Promise<void> => {
    await storeWal({ ...options, file, content: await readFile(join(folder, file.name)), upTo, at: now() });
    happened({ event: 'signed', timeline: file.timeline, upTo, whole: file.kind === 'segment' });
  };

  const sendSegment = async (file: SegmentFile): Promise<void> => {
    await send(file, (file.segment + 1n) * SEGMENT_BYTES);
    await removePartial(store, cluster, file);
    await rm(join(folder, file.name));
  };

  /** The signed end of a file's copy in the store; 0 if there is none, or none that can be trusted. */
  const storedEnd = async (file: WalFile): Promise<Lsn> => {
    try {
      return (await readSealedWal(store, cluster, file, options.trust))?.upTo ?? 0n;
    } catch (error) {
      if (error instanceof BackupError) return 0n;
      throw error;
    }
  };

  /**
   * Sends an incomplete segment for which no position is known, unless the copy in the store reaches further.
   * @returns whether the store certainly has all of it
   */
  const sendUnknown = async (file: SegmentFile): Promise<boolean> => {
    const { certain, most } = filledBytes(await readFile(join(folder, file.name)));
    const start = file.segment * SEGMENT_BYTES;
    const stored = await storedEnd(file);
    if (start + BigInt(certain) < stored) return start + BigInt(most) <= stored;
    await send(file, start + BigInt(certain));
    return true;
  };

  const isCopied = (file: SegmentFile, mtimeMs: number): boolean =>
    copy?.name === file.name && copy.modifiedMs === mtimeMs;

  /** @param upTo the end of the WAL in the file; undefined if unknown @returns whether the store has the whole file */
  const sendPartial = async (
    file: SegmentFile,
    upTo: Lsn | undefined,
    nowMs: number,
    last: boolean,
  ): Promise<boolean> => {
    const { mtimeMs } = await stat(join(folder, file.name));
    if (isCopied(file, mtimeMs) && (copy?.whole || upTo === undefined)) return true;
    if (!last && copy?.name === file.name && nowMs - copy.atMs < partialMs) return false;
    const isComplete = Date.now() - mtimeMs > TICK_MS;
    let whole = true;
    if (upTo === undefined) whole = await sendUnknown(file);
    else await send(file, upTo);
    copy = { name: file.name, modifiedMs: isComplete ? mtimeMs : Number.NaN, atMs: nowMs, whole };
    return true;
  };

  /** Ships whole segments and histories. @returns the incomplete segments */
  const shipWhole = async (): Promise<SegmentFile[]> => {
    const names = (await readdir(folder)).sort();
    const files = names.map(parseWalName).filter((file) => file !== undefined);
    const segments = files.filter(isSegmentFile);
    if (segments.some(({ timeline }) => timeline > reach.timeline)) happened({ event: 'led away' });
    for (const file of files) {
      if (file.kind === 'history' && !histories.has(file.name)) {
        await send(file, 0n);
        histories.add(file.name);
      }
      if (file.kind === 'segment') await sendSegment(file);
    }
    return segments.filter(({ kind }) => kind === 'partial');
  };

  /** @param run the run that the position is of: that of an earlier one does not count */
  const shipAll = async (position: Lsn | undefined, run: number, nowMs: number, last: boolean): Promise<void> => {
    const partial = (await shipWhole()).at(-1);
    const received = run === reach.run ? position : undefined;
    // A receiver that restarts a segment (its spool was lost) has less of it than the store for a while.
    const behind = received !== undefined && received < reach.shipped;
    // The position is on the server's timeline.
    const isOfServer = reach.state === 'following' && partial?.timeline === reach.timeline;
    const known = isOfServer ? received : undefined;
    const complete = !partial || (!behind && (await sendPartial(partial, known, nowMs, last)));
    if (complete && received !== undefined) happened({ event: 'stored', run, upTo: received });
  };

  // Work is queued: the receiver's start and the daemon's tick may ship at the same time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    /** How far the WAL is in the store, and how far of it is signed. */
    reach: (): Reach & { signed: Lsn } => ({ ...reach, signed: signedIn(reach) }),
    /** Continues on the server's timeline, each time that pg_receivewal starts. */
    begin: (timeline: number): void => {
      if (timeline !== reach.timeline) copy = undefined;
      happened({ event: 'begun', timeline });
    },
    /**
     * Ships the files in the spool to the store.
     * @param poll returns the position that pg_receivewal has written; undefined if unknown
     * @param nowMs a clock's milliseconds
     * @param last copies the incomplete segment even before `partialMs` has passed
     */
    ship: async (poll: () => Promise<Lsn | undefined>, nowMs: number, last = false): Promise<void> => {
      const { run } = reach;
      const position = await poll();
      await inTurn(() => shipAll(position, run, nowMs, last));
    },
    /** The position at which pg_receivewal continues, by its spool; undefined if that is empty. */
    next: async (): Promise<Position | undefined> => {
      const files = (await readdir(folder)).map(parseWalName).filter(isSegmentFile);
      const [last] = files.sort((one, two) => Number(two.segment - one.segment) || two.timeline - one.timeline);
      if (!last) return undefined;
      const isWhole = files.some(
        ({ kind, segment, timeline }) => kind === 'segment' && segment === last.segment && timeline === last.timeline,
      );
      return { timeline: last.timeline, lsn: (last.segment + (isWhole ? 1n : 0n)) * SEGMENT_BYTES };
    },
    /**
     * Ships the spool and clears it, so that pg_receivewal starts where the server's WAL starts.
     * @returns the new names of incomplete segments of which the store may have less: they are kept, and ignored from then on
     */
    clear: (): Promise<string[]> =>
      inTurn(async () => {
        const kept: string[] = [];
        for (const file of await shipWhole()) {
          const path = join(folder, file.name);
          const isWhole = copy?.whole && isCopied(file, (await stat(path)).mtimeMs);
          if (isWhole || (await sendUnknown(file))) await rm(path);
          else {
            await rename(path, `${path}.kept`);
            kept.push(`${file.name}.kept`);
          }
        }
        copy = undefined;
        return kept;
      }),
  };
};

type Leftovers = Writing & Pick<Options, 'trust' | 'now'> & { spoolDir: string };

/** Lists the WAL files in a spool, by cluster. */
export const findLeftovers = async (spoolDir: string): Promise<Map<string, string[]>> => {
  const found = new Map<string, string[]>();
  for (const cluster of await readdir(join(spoolDir, 'wal')).catch(() => [])) {
    const names = await readdir(join(spoolDir, 'wal', cluster));
    found.set(cluster, names.filter(parseWalName));
  }
  return found;
};

/**
 * Ships the spool of a daemon that no longer runs, for each of its clusters. Needs no database. Does not use the daemon's last
 * state: another cluster's daemon may have replaced it, and after a power failure it may be older than the store.
 * @returns the number of WAL files in the spool
 */
export const shipLeftovers = async ({ spoolDir, ...rest }: Leftovers): Promise<number> => {
  let files = 0;
  for (const [cluster, names] of await findLeftovers(spoolDir)) {
    files += names.length;
    const folder = join(spoolDir, 'wal', cluster);
    const nothing = { partialMs: 0, timeline: 0, shipped: 0n, end: undefined };
    await createShipper({ ...rest, ...nothing, folder, cluster }).ship(async () => undefined, 0, true);
  }
  return files;
};
