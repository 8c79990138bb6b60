import { readRaw, removeRaw, writeRaw } from '../../lib/storage.ts';

/**
 * The newest checkpoint that this browser saw on this site, whatever the record calls itself. Each one that it kept
 * continues the one before, so a checkpoint that continues this one continues all of them.
 */
export type KeptCheckpoint = {
  readonly verifierKey: string;
  /** The checkpoint as it was served, with its signatures. */
  readonly note: string;
  /** A later checkpoint, signed with this key, whose files the site did not show; empty if there is none. */
  readonly ahead: string;
  /** When the site's checkpoint was last compared with it, milliseconds since 1970. */
  readonly comparedAt: number;
  /** Since when the comparison with it is undecided, milliseconds since 1970; 0 if it is not. */
  readonly doubtfulSince: number;
};

/** Two contradictory states of the record, kept until the user compares again on the page /record. */
export type Evidence = {
  readonly fault: LogFault;
  /** When this browser found it, milliseconds since 1970. */
  readonly at: number;
  /** The checkpoint that this browser saw before; empty if it saw none. */
  readonly kept: string;
  /** The checkpoint that the site showed at that time. */
  readonly shown: string;
};

/**
 * How the record can contradict what this browser saw before: another history, an older state, another key or name, a
 * signature that the key did not make, files that do not match the signed tree, or that the site does not show.
 */
const LOG_FAULTS = ['fork', 'rollback', 'key', 'signature', 'damaged', 'withheld'] as const;
export type LogFault = (typeof LOG_FAULTS)[number];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// Without zod: the page /record reads these values too, and loads nothing but the check.
const parse = (raw: string | undefined): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(raw ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The kept checkpoint; undefined if there is none, or it can't be read. */
export const readKept = (): KeptCheckpoint | undefined => {
  // Earlier releases kept no `ahead`.
  const { verifierKey, note, ahead = '', comparedAt, doubtfulSince } = parse(readRaw('keptCheckpoint')) ?? {};
  if (typeof verifierKey !== 'string' || typeof note !== 'string' || typeof ahead !== 'string') return undefined;
  if (typeof comparedAt !== 'number' || typeof doubtfulSince !== 'number') return undefined;
  return { verifierKey, note, ahead, comparedAt, doubtfulSince };
};

export const keep = (kept: KeptCheckpoint): void => writeRaw('keptCheckpoint', JSON.stringify(kept));

/** The kept evidence; undefined if there is none. */
export const readEvidence = (): Evidence | undefined => {
  const { fault, at, kept, shown } = parse(readRaw('recordEvidence')) ?? {};
  const known = LOG_FAULTS.find((each) => each === fault);
  if (known === undefined || typeof at !== 'number' || typeof kept !== 'string' || typeof shown !== 'string') {
    return undefined;
  }
  return { fault: known, at, kept, shown };
};

/** Keeps evidence. The first one stays: what follows a contradiction contradicts it too. */
export const keepEvidence = (evidence: Evidence): void => {
  if (readEvidence() === undefined) writeRaw('recordEvidence', JSON.stringify(evidence));
};

/** Forgets the evidence and the checkpoint that it contradicts. */
export const forgetEvidence = (): void => {
  removeRaw('recordEvidence');
  removeRaw('keptCheckpoint');
};
