import { isSame } from '@laurel/tlog/bytes';
import { type Checkpoint, openCheckpoint } from '@laurel/tlog/checkpoint';
import { TlogError } from '@laurel/tlog/errors';
import { verifyConsistency } from '@laurel/tlog/merkle';
import { type Note, parseVerifierKey } from '@laurel/tlog/note';
import type { VerifierKey } from '@laurel/tlog/port';
import { consistencyFromTiles, rootFromTiles } from '@laurel/tlog/tiles';
import { webVerifier } from '@laurel/tlog/web';
import { sha256 } from '../../lib/sha256.ts';
import type { KeptCheckpoint, LogFault } from './kept.ts';
import { type LogReader, type PublicLog, readerOf, Unreadable } from './log-reader.ts';

/** How long a comparison may stay undecided, milliseconds: a cache may be old, or a copy of the database behind. */
export const DOUBT_MS = 10 * 60_000;
/** How long the site may answer without the files of a checkpoint that it signed, milliseconds: it may be overloaded. */
export const WITHHELD_MS = 60 * 60_000;
/**
 * A record of a later year is that of a new edition if this browser compared nothing for so long, milliseconds, or if the site still
 * has the record of before. Otherwise everybody who comes back a year later would be warned.
 */
export const NEW_AWARD_MS = 180 * 24 * 60 * 60_000;

/** A checkpoint whose signature is the log's. */
export type OpenedCheckpoint = { readonly note: Note; readonly checkpoint: Checkpoint; readonly text: string };

/** What the site shows now, compared with what this browser kept. */
export type Comparison =
  /** It is the first one, or continues the kept one, which it replaces. */
  | {
      readonly is: 'continued';
      readonly shown: OpenedCheckpoint;
      readonly keep: KeptCheckpoint;
      readonly before: number;
    }
  /** Can't be decided yet: the site shows an older state, files that do not fit, or no files. */
  | { readonly is: 'doubtful'; readonly keep: KeptCheckpoint }
  | { readonly is: 'wrong'; readonly fault: LogFault; readonly kept: string; readonly shown: string };

/** The public key of RFC 8032, section 7.1, test 1: any browser with Ed25519 accepts it. */
const SOME_KEY = Uint8Array.from(
  'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'.match(/../g) ?? [],
  (octet) => Number.parseInt(octet, 16),
);

/** Whether this browser can verify signatures: an old one, or a page without TLS, can't. */
export const canVerify = async (): Promise<boolean> => {
  try {
    await crypto.subtle.importKey('raw', SOME_KEY, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
};

/** Whether an error says that a checkpoint is not the log's: a wrong or no signature, or another origin. */
const isForged = (error: unknown): boolean =>
  error instanceof TlogError && ['note.forged', 'note.unsigned', 'checkpoint.origin'].includes(error.code);

/**
 * Opens a checkpoint; returns "signature" if it is not the log's.
 * @throws Unreadable if the text is no checkpoint at all: a device in the network may have answered instead of the site
 */
const open = async (text: string, key: VerifierKey): Promise<OpenedCheckpoint | 'signature'> => {
  try {
    return { ...(await openCheckpoint(webVerifier, text, key)), text };
  } catch (error) {
    if (isForged(error)) return 'signature';
    throw new Unreadable('checkpoint');
  }
};

/**
 * Whether the newer tree begins with the whole older one. Only files with the newer tree's root can prove a fork; with
 * others the relation is `damaged`.
 * @throws Unreadable if there is no answer
 */
const relationOf = async (
  older: Checkpoint,
  newer: Checkpoint,
  reader: LogReader,
): Promise<'continues' | 'fork' | 'damaged'> => {
  if (older.size === newer.size) return isSame(older.root, newer.root) ? 'continues' : 'fork';
  const hasRoot = async (): Promise<boolean> =>
    isSame(await rootFromTiles(sha256, reader.tile, newer.size), newer.root);
  try {
    const proof = await consistencyFromTiles(sha256, reader.tile, older.size, newer.size);
    await verifyConsistency(webVerifier, older, newer, proof);
    return 'continues';
  } catch (error) {
    if (!(error instanceof TlogError)) throw error;
    if (error.code === 'tile.malformed') return 'damaged';
    return (await hasRoot()) ? 'fork' : 'damaged';
  }
};

/** Like relationOf. If the newer tree does not continue the older one, compares again without the browser's cache. */
const relation = async (
  older: Checkpoint,
  newer: Checkpoint,
  log: PublicLog,
): Promise<'continues' | 'fork' | 'damaged'> => {
  const first = await relationOf(older, newer, readerOf(log));
  return first === 'continues' ? first : relationOf(older, newer, readerOf(log, true));
};

/** The fault if two checkpoints of a log are not of one history. @throws Unreadable if there is no answer */
export const historyFaultOf = async (
  one: Checkpoint,
  other: Checkpoint,
  log: PublicLog,
): Promise<LogFault | undefined> => {
  const [older, newer] = one.size <= other.size ? [one, other] : [other, one];
  const found = await relation(older, newer, log);
  return found === 'continues' ? undefined : found;
};

/**
 * The newest checkpoint that the site shows.
 * @throws Unreadable if there is no answer, or the shown checkpoint is not the log's
 */
export const openShown = async (log: PublicLog): Promise<Checkpoint> => {
  const key = await parseVerifierKey(webVerifier, log.verifierKey);
  const shown = await open(await readerOf(log).checkpoint(), key);
  if (shown === 'signature') throw new Unreadable('checkpoint');
  return shown.checkpoint;
};

/** Why the shown checkpoint does not continue one that this browser saw. `sure` if no cache, disk or network can cause it. */
type Break = { readonly fault: LogFault; readonly sure: boolean };

/** @throws Unreadable if there is no answer */
const breakOf = async (before: Checkpoint, shown: Checkpoint, log: PublicLog): Promise<Break | undefined> => {
  if (shown.size < before.size) {
    // The site may not have the files of the larger tree any more.
    const found = await historyFaultOf(shown, before, log).catch(() => undefined);
    return found === 'fork' ? { fault: found, sure: true } : { fault: 'rollback', sure: false };
  }
  const found = await relation(before, shown, log);
  return found === 'continues' ? undefined : { fault: found, sure: found === 'fork' };
};

const yearOf = (origin: string): number => Number(origin.slice(-4));

/** Whether the site still has the record of an edition that another one followed. @throws Unreadable if there is no answer */
const isContinued = async (before: Checkpoint, verifierKey: string): Promise<boolean> => {
  const log = { origin: before.origin, verifierKey, witnesses: [] };
  try {
    const shown = await open(await readerOf(log).checkpoint(), await parseVerifierKey(webVerifier, verifierKey));
    return shown !== 'signature' && (await historyFaultOf(before, shown.checkpoint, log)) === undefined;
  } catch (error) {
    if (error instanceof Unreadable && error.answered) return false;
    throw error;
  }
};

/**
 * Compares the checkpoint that the site shows with those that this browser kept of this site.
 * @param now milliseconds since 1970
 * @throws Unreadable if there is no answer, TlogError if the site's key can't be read
 */
export const compare = async (log: PublicLog, kept: KeptCheckpoint | undefined, now: number): Promise<Comparison> => {
  const key = await parseVerifierKey(webVerifier, log.verifierKey);
  const text = await readerOf(log).checkpoint();
  const shown = await open(text, key);
  const wrong = (fault: LogFault, before = kept?.note ?? ''): Comparison => ({
    is: 'wrong',
    fault,
    kept: before,
    shown: text,
  });
  if (shown === 'signature') return wrong('signature');
  const fresh = { verifierKey: log.verifierKey, note: text, ahead: '', comparedAt: now, doubtfulSince: 0 };
  const [before, ahead] = kept === undefined ? [] : await Promise.all([kept.note, kept.ahead].map(openWith(kept)));
  const first: Comparison = { is: 'continued', shown, keep: fresh, before: 0 };
  // Without a valid kept checkpoint, the shown one is the first.
  if (kept === undefined || before === undefined) return first;
  // A verifier key has the log's name in it.
  if (kept.verifierKey !== log.verifierKey) {
    if (yearOf(log.origin) <= yearOf(before.origin)) return wrong('key');
    const isNew = now - kept.comparedAt > NEW_AWARD_MS || (await isContinued(before, kept.verifierKey));
    return isNew ? first : wrong('key');
  }
  const doubt = (fault: LogFault, doubtMs: number, seen: KeptCheckpoint): Comparison => {
    const doubtfulSince = kept.doubtfulSince === 0 ? now : kept.doubtfulSince;
    if (now - doubtfulSince >= doubtMs) return wrong(fault, seen.note);
    return { is: 'doubtful', keep: { ...kept, ahead: seen.ahead, comparedAt: now, doubtfulSince } };
  };
  try {
    for (const [seen, note] of [[before, kept.note] as const, [ahead, kept.ahead] as const]) {
      const broken = seen && (await breakOf(seen, shown.checkpoint, log));
      if (broken?.sure) return wrong(broken.fault, note);
      if (broken) return doubt(broken.fault, DOUBT_MS, { ...kept, note });
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // The log signed it: it stays what a later one has to continue.
    const seen = { ...kept, ahead: kept.ahead || text };
    if (error.answered) return doubt('withheld', WITHHELD_MS, seen);
    return { is: 'doubtful', keep: { ...seen, comparedAt: now } };
  }
  return { is: 'continued', shown, keep: fresh, before: before.size };
};

/** Opens a note with the key with which it was kept; undefined if that fails. */
const openWith =
  ({ verifierKey }: KeptCheckpoint) =>
  async (note: string): Promise<Checkpoint | undefined> => {
    try {
      return (await openCheckpoint(webVerifier, note, await parseVerifierKey(webVerifier, verifierKey))).checkpoint;
    } catch {
      return undefined;
    }
  };
