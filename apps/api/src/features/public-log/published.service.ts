import type { Queryable } from '@laurel/database/queryable';
import { isSame } from '@laurel/tlog/bytes';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { TlogError } from '@laurel/tlog/errors';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import type { VerifierKey } from '@laurel/tlog/port';
import { rootFromTiles } from '@laurel/tlog/tiles';
import { createTurns } from '../../concurrency/turns.ts';
import type { Kept } from './kept.store.ts';
import { readCosignatures } from './reports.store.ts';
import { type Head, readFirstNote, readHead } from './store.ts';
import { MissingTileError, type Tiles } from './tree.service.ts';

/**
 * Why the log has stopped: if it continued, there could be two different logs. `older`: the database has fewer leaves
 * than were shown; `fork`: the database has other leaves than were shown; `key`: the log was signed with another key,
 * or has another name; `tiles`: the stored tiles are not those of the checkpoint; `rows`: the
 * database contradicts what the log said about exclusions and results.
 */
export const ALARMS = ['older', 'fork', 'key', 'tiles', 'rows'] as const;
export type Alarm = { readonly kind: (typeof ALARMS)[number]; readonly detail: string };

/** What an operator can do, for each reason. Voting goes on meanwhile. */
export const WAYS_OUT: Readonly<Record<Alarm['kind'], string>> = {
  older: 'Restore a newer backup: one that has what was shown. Voting goes on; nothing is signed meanwhile.',
  fork: 'Connect Laurel to the database that continues what was shown. Voting goes on; nothing is signed meanwhile.',
  key: 'Set LOG_KEY to the one with which the log began. Voting goes on; nothing is signed meanwhile.',
  tiles:
    'Somebody changed the log’s tables. "laurel log verify" says where; restore a backup of before. Voting goes on; nothing is signed meanwhile.',
  rows: 'Somebody changed decisions, votes or counts past Laurel. Restore a backup of before. Voting goes on; nothing is signed meanwhile.',
};

/** The log must not be continued. */
export class LogAlarmError extends Error {
  override name = 'LogAlarmError';
  readonly alarm: Alarm;

  constructor(kind: Alarm['kind'], detail: string) {
    super(`the public log has stopped: ${detail}`);
    this.alarm = { kind, detail };
  }
}

/** A checkpoint that may be shown. */
export type PublishedLog = Head & {
  /** The note with the cosignatures of witnesses. */
  cosigned: string;
};

type Deps = {
  db: Queryable;
  tiles: Tiles;
  /** The newest checkpoint that this machine has shown. */
  kept: Kept;
  /** The checkpoint of a witness that contradicted the database. */
  evidence: Kept;
  /** Resolves once what was visible before is replicated. */
  replicated(): Promise<void>;
  /** The log's own key; its name is the log's origin. */
  key: VerifierKey;
};

/** Opens a note that this log must have signed. @param what names the note in the error. @throws LogAlarmError */
const openOwn = async (note: string, key: VerifierKey, what: string) => {
  try {
    return (await openCheckpoint(nodeVerifier, note, key)).checkpoint;
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    throw new LogAlarmError('key', `${what} was not signed with LOG_KEY as ${key.name} (${error.code})`);
  }
};

/** The checkpoint that this process shows, and whether the log may be continued. */
export type Published = {
  /**
   * The newest checkpoint that may be shown; undefined before the first. If the log has stopped, the last one that this
   * process showed, or else the newest stored one, if the tree of its tiles is the signed one and is no other history.
   */
  current(): PublishedLog | undefined;
  /** The same, or else whatever is stored: for what the log says about itself while it has stopped. */
  stored(): PublishedLog | undefined;
  alarm(): Alarm | undefined;
  /**
   * Reads the newest checkpoint of the database, checks that it continues the checkpoints that were shown before, and
   * writes it to the file.
   * @returns undefined before the first checkpoint
   * @throws LogAlarmError if it does not continue them; nothing may be signed then
   */
  accept(): Promise<Head | undefined>;
  /**
   * Takes a checkpoint that a witness shows for one that was shown, also after this process, until the database has it.
   * @throws LogAlarmError unless the database continues it
   */
  accuse(note: string): Promise<void>;
  /** Stops the log until this process starts again. @throws LogAlarmError always */
  refuse(kind: Alarm['kind'], detail: string): never;
  /** Reads the newest checkpoint, and shows it if it may be shown. */
  refresh(): Promise<void>;
};

/**
 * Decides which checkpoint is shown. A checkpoint is shown only after it is replicated and was written to a file, so
 * that an older or a different database is recognised afterwards.
 */
export const createPublished = ({ db, tiles, kept, evidence, replicated, key }: Deps): Published => {
  let current: PublishedLog | undefined;
  /** What the database had when the log stopped before this process showed anything. */
  let left: { log: PublishedLog; isShown: boolean } | undefined;
  /** The alarm that the last look raised. */
  let found: Alarm | undefined;
  let refused: LogAlarmError | undefined;
  let isOwnLog = false;
  /** Whether this process has compared the tiles once. */
  let isCompared = false;
  /** The note of a witness that contradicts the database. In memory, too: the disk may be full. */
  let accused: string | undefined;
  const turns = createTurns();
  /** Runs looks in order, so that a slow one does not replace the result of a later one. */
  const oneByOne = <Result>(work: () => Promise<Result>): Promise<Result> => turns('look', work);

  /**
   * The root that the stored tree had at a size.
   * @throws LogAlarmError if its tiles are wrong, or the error of reading them
   */
  const rootAt = async (size: number): Promise<Uint8Array> => {
    try {
      return await rootFromTiles(sha256, tiles.read, size);
    } catch (error) {
      // A database that does not answer says nothing about the tiles.
      if (!(error instanceof TlogError || error instanceof MissingTileError)) throw error;
      throw new LogAlarmError('tiles', error.message);
    }
  };

  const compare = async (): Promise<Head | undefined> => {
    // The file is read before the database: a checkpoint that another process writes to the file later is in the
    // database, too.
    const [note, witnessed = accused] = [await kept.read(), await evidence.read()];
    const head = await readHead(db);
    const inFile = note === undefined ? undefined : await openOwn(note, key, 'the checkpoint that was shown last');
    const atWitness =
      witnessed === undefined ? undefined : await openOwn(witnessed, key, 'the checkpoint of a witness');
    // This process's own checkpoint is compared, too: another process may have written an older one to the file.
    const shown = [inFile, current, atWitness].filter((each) => each !== undefined);
    const most = Math.max(0, ...shown.map(({ size }) => size));
    const toWhom = (size: number): string => (atWitness?.size === size ? ' to a witness' : '');
    if (!head) {
      if (most === 0) return undefined;
      throw new LogAlarmError('older', `the database has no log, but one of ${most} leaves was shown${toWhom(most)}`);
    }
    if (!isOwnLog) {
      const first = await readFirstNote(db);
      if (first !== undefined) await openOwn(first, key, 'the first checkpoint');
      isOwnLog = true;
    }
    const { size, root } = await openOwn(head.note, key, `the checkpoint of ${head.size} leaves`);
    if (size !== head.size || !isSame(root, head.root)) {
      throw new LogAlarmError('fork', `the checkpoint of ${head.size} leaves is that of another tree`);
    }
    if (most > size) {
      throw new LogAlarmError('older', `the database has ${size} leaves, but ${most} were shown${toWhom(most)}`);
    }
    const isShown = inFile?.size === size && isSame(inFile.root, root);
    if (isShown && isCompared && !atWitness) return head;
    // Leaves that are lost with their machine must not have been shown: the log would continue without them. The tiles
    // are read only after this, because they stay in memory, and other leaves would take the places of lost ones.
    if (!isShown) await replicated();
    if (!isSame(await rootAt(size), root)) {
      throw new LogAlarmError('tiles', `the tiles are not those of the checkpoint of ${size} leaves`);
    }
    for (const before of shown) {
      if (!isSame(before.size === size ? root : await rootAt(before.size), before.root)) {
        const { size: of } = before;
        throw new LogAlarmError('fork', `the first ${of} leaves are not those that were shown${toWhom(of)}`);
      }
    }
    if (!isShown) await kept.write(head.note);
    if (atWitness) await evidence.remove();
    accused = undefined;
    isCompared = true;
    return head;
  };

  const look = async (): Promise<Head | undefined> => {
    if (refused) throw refused;
    try {
      const head = await compare();
      found = undefined;
      return head;
    } catch (error) {
      if (error instanceof LogAlarmError) found = error.alarm;
      throw error;
    }
  };

  const withCosignatures = async (head: Head): Promise<PublishedLog> => {
    const lines = (await readCosignatures(db, head.size)).map(({ line }) => `${line}\n`);
    return { ...head, cosigned: head.note + lines.join('') };
  };

  /** Voters get their receipts from a stopped log, too, unless its tree is not the one that they were shown. */
  const readLeft = async (kind: Alarm['kind']): Promise<typeof left> => {
    const head = await readHead(db);
    if (!head) return undefined;
    const isTree = async (): Promise<boolean> => isSame(await rootAt(head.size), head.root);
    const isShown = (kind === 'older' || kind === 'key') && (await isTree().catch(() => false));
    return { log: await withCosignatures(head), isShown };
  };

  return {
    current: () => current ?? (left?.isShown ? left.log : undefined),
    stored: () => current ?? left?.log,
    alarm: () => refused?.alarm ?? found,
    accept: () => oneByOne(look),
    accuse: async (note) => {
      accused = note;
      await evidence.write(note);
      await oneByOne(look);
    },
    refuse: (kind, detail) => {
      refused = new LogAlarmError(kind, detail);
      throw refused;
    },
    refresh: () =>
      oneByOne(async () => {
        try {
          const head = await look();
          if (head) current = await withCosignatures(head);
        } catch (error) {
          if (error instanceof LogAlarmError && !current) left ??= await readLeft(error.alarm.kind);
          throw error;
        }
      }),
  };
};
