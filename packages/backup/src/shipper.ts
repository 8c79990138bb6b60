import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './errors.ts';
import type { Signer, Trust } from './signed.ts';
import type { Store } from './store.ts';
import { filledBytes, type Lsn, type Position, parseWalName, SEGMENT_BYTES, type WalFile } from './wal.ts';
import { readSealedWal, removePartial, storeWal } from './wal-store.ts';

/** A file with a whole segment or a part of one. */
type SegmentFile = Extract<WalFile, { segment: bigint }>;

type Options = {
  /** The folder that pg_receivewal writes to. */
  folder: string;
  store: Store;
  recipients: readonly string[];
  signer: Signer;
  trust: Trust;
  cluster: string;
  /** The minimum time between two copies of the incomplete segment, in milliseconds. */
  partialMs: number;
  /** The timeline of the server: only its files advance the positions. */
  timeline: number;
  /** The positions on this timeline that were shipped and signed when the last process ended. */
  shipped: Lsn;
  signed: Lsn;
  now: () => Date;
};

export type Shipper = {
  /** All WAL before this position is in the store. */
  shipped(): Lsn;
  /**
   * All WAL before this position is in the store and signed. It may be less than `shipped`: a file may hold more than was
   * known when it was read.
   */
  signed(): Lsn;
  /**
   * Continues on the server's timeline, each time that pg_receivewal starts. On another timeline than before, positions
   * that were shipped occur again.
   * @param stored the position before which all WAL of that timeline is in the store and signed
   */
  begin(timeline: number, stored?: Lsn): void;
  /**
   * Whether pg_receivewal followed the server to a newer timeline, which it does without a new connection. Until the next `begin`, the
   * positions stay where they are.
   */
  isAhead(): boolean;
  /**
   * Ships the files in the spool to the store.
   * @param received the position that pg_receivewal had written before this call; undefined if unknown
   * @param nowMs a clock's milliseconds
   * @param last copies the incomplete segment even before `partialMs` has passed
   */
  ship(received: Lsn | undefined, nowMs: number, last?: boolean): Promise<void>;
  /** The position at which pg_receivewal continues, by its spool; undefined if that is empty. */
  next(): Promise<Position | undefined>;
  /**
   * Ships the spool and clears it, so that pg_receivewal starts where the server's WAL starts.
   * @returns the new names of incomplete segments of which the store may have less: they are kept, and ignored from then on
   */
  clear(): Promise<string[]>;
};

const isSegmentFile = (file: WalFile | undefined): file is SegmentFile => file !== undefined && file.kind !== 'history';

/** A file modified this shortly before it was read may be modified again within one tick of the file system's clock. */
const TICK_MS = 50;

/** Ships the write-ahead log from the spool to the store. */
export const createShipper = (options: Options): Shipper => {
  const { folder, store, cluster, partialMs, now } = options;
  let { timeline, shipped, signed } = options;
  /** How often pg_receivewal started. */
  let starts = 0;
  /** The newest timeline of the spool since the last `begin`. */
  let newest = 0;
  const histories = new Set<string>();
  /** The last look at the incomplete segment, and whether all of it is in the store. */
  let copy: { name: string; modifiedMs: number; atMs: number; whole: boolean } | undefined;

  /** @param upTo the end of the WAL in the file */
  const send = async (file: WalFile, upTo: Lsn): Promise<void> => {
    await storeWal({ ...options, file, content: await readFile(join(folder, file.name)), upTo, at: now() });
    if (file.timeline === timeline && upTo > signed) signed = upTo;
  };

  const sendSegment = async (file: SegmentFile): Promise<void> => {
    const end = (file.segment + 1n) * SEGMENT_BYTES;
    await send(file, end);
    await removePartial(store, cluster, file);
    await rm(join(folder, file.name));
    if (file.timeline === timeline && end > shipped) shipped = end;
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

  /**
   * @param upTo the end of the WAL in the file; undefined if unknown
   * @returns whether the store has the whole file
   */
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

  /** Ships whole segments and histories. @returns the incomplete segments, and whether the spool is on a newer timeline */
  const shipWhole = async (): Promise<{ partials: SegmentFile[]; ahead: boolean }> => {
    const names = (await readdir(folder)).sort();
    const files = names.map(parseWalName).filter((file) => file !== undefined);
    newest = Math.max(newest, ...files.filter(isSegmentFile).map((file) => file.timeline));
    const ahead = newest > timeline;
    for (const file of files) {
      if (file.kind === 'history' && !histories.has(file.name)) {
        await send(file, 0n);
        histories.add(file.name);
      }
      if (file.kind === 'segment') await sendSegment(file);
    }
    return { partials: files.filter(isSegmentFile).filter(({ kind }) => kind === 'partial'), ahead };
  };

  /**
   * @param begun the number of starts when the position was read: after one more start, it is that of an earlier
   * connection
   */
  const shipAll = async (position: Lsn | undefined, begun: number, nowMs: number, last: boolean): Promise<void> => {
    const { partials, ahead } = await shipWhole();
    const partial = partials.at(-1);
    const received = begun === starts ? position : undefined;
    // A receiver that restarts a segment (its spool was lost) has less of it than the store for a while.
    const behind = received !== undefined && received < shipped;
    // The position is on the server's timeline.
    const reached = !ahead && partial?.timeline === timeline ? received : undefined;
    const complete = !partial || (!behind && (await sendPartial(partial, reached, nowMs, last)));
    if (complete && !ahead && begun === starts && received !== undefined && received > shipped) shipped = received;
  };

  // Runs are queued: the receiver's start and the daemon's tick may ship at the same time.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  return {
    shipped: () => shipped,
    signed: () => signed,
    begin: (next, known = 0n) => {
      starts += 1;
      newest = 0;
      if (next === timeline) return;
      timeline = next;
      shipped = known;
      signed = known;
      copy = undefined;
    },
    isAhead: () => newest > timeline,
    ship: (received, nowMs, last = false) => {
      const begun = starts;
      return inTurn(() => shipAll(received, begun, nowMs, last));
    },
    next: async () => {
      const files = (await readdir(folder)).map(parseWalName).filter(isSegmentFile);
      const [last] = files.sort((one, two) => Number(two.segment - one.segment) || two.timeline - one.timeline);
      if (!last) return undefined;
      const isWhole = files.some(
        ({ kind, segment, timeline: on }) => kind === 'segment' && segment === last.segment && on === last.timeline,
      );
      return { timeline: last.timeline, lsn: (last.segment + (isWhole ? 1n : 0n)) * SEGMENT_BYTES };
    },
    clear: () =>
      inTurn(async () => {
        const kept: string[] = [];
        for (const file of (await shipWhole()).partials) {
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

type Leftovers = Pick<Options, 'store' | 'recipients' | 'signer' | 'trust' | 'now'> & { spoolDir: string };

/** Lists the WAL files in a spool, by cluster. */
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
 * Ships the spool of a daemon that no longer runs, for each of its clusters. Needs no database. Does not use the daemon's last
 * state: another cluster's daemon may have replaced it, and after a power failure it may be older than the store.
 * @returns the number of WAL files in the spool
 */
export const shipLeftovers = async ({ spoolDir, ...rest }: Leftovers): Promise<number> => {
  let files = 0;
  for (const [cluster, names] of await findLeftovers(spoolDir)) {
    files += names.length;
    const folder = join(spoolDir, 'wal', cluster);
    const shipper = createShipper({ ...rest, folder, cluster, partialMs: 0, timeline: 0, shipped: 0n, signed: 0n });
    await shipper.ship(undefined, 0, true);
  }
  return files;
};
