// How the log reads the answers of its witnesses (docs/public-log.md). Uses no connection and no database.
import { decodeDecimal, encodeBase64, isSame } from '@laurel/tlog/bytes';
import { openCheckpoint } from '@laurel/tlog/checkpoint';
import { cosignaturesOf } from '@laurel/tlog/cosignature';
import { TlogError } from '@laurel/tlog/errors';
import { formatSignature, parseNote } from '@laurel/tlog/note';
import type { Verifier, VerifierKey } from '@laurel/tlog/port';

/** The clock of a witness may differ from ours by this much, seconds. */
const CLOCK_SECONDS = 24 * 60 * 60;

/** The body of a request to `add-checkpoint`. */
export const formatRequest = (oldSize: number, proof: readonly Uint8Array[], note: string): string =>
  `${[`old ${oldSize}`, ...proof.map(encodeBase64)].join('\n')}\n\n${note}`;

/** The size that a witness names with 409, or undefined if it names none. */
export const namedSize = ({ type, body }: { type: string; body: string }): number | undefined =>
  type === 'text/x.tlog.size' && body.endsWith('\n') ? decodeDecimal(body.slice(0, -1)) : undefined;

/**
 * Finds the cosignature of a witness in its answer, and verifies it.
 * @param note the checkpoint that it was asked to cosign
 * @param nowSeconds the time, in seconds since 1970
 * @returns the signature line without its newline, and its time in seconds since 1970; undefined if there is none, or a wrong one
 */
export const readCosignature = async (
  verifier: Verifier,
  witness: VerifierKey,
  note: string,
  body: string,
  nowSeconds: number,
): Promise<{ line: string; time: number } | undefined> => {
  try {
    const answered = parseNote(note + body);
    // An answer with an empty line would move lines of the note into the text, and its cosignature would sign that text.
    if (answered.text !== parseNote(note).text) return undefined;
    const [found] = await cosignaturesOf(verifier, answered, [witness]);
    // The line is written again: what else is in the answer is not kept.
    const signature = answered.signatures.find(({ name, id }) => name === witness.name && id === witness.id);
    if (!found || !signature || Math.abs(found.time - nowSeconds) > CLOCK_SECONDS) return undefined;
    return { line: formatSignature(signature).trimEnd(), time: found.time };
  } catch (error) {
    if (error instanceof TlogError) return undefined;
    throw error;
  }
};

/** The tree of a checkpoint. */
export type Tree = { readonly size: number; readonly root: Uint8Array };

/** Reads a checkpoint that a witness shows, or returns undefined unless the log's own key signed it. */
export const readEvidence = async (verifier: Verifier, log: VerifierKey, note: string): Promise<Tree | undefined> => {
  try {
    return (await openCheckpoint(verifier, note, log)).checkpoint;
  } catch (error) {
    if (error instanceof TlogError) return undefined;
    throw error;
  }
};

/**
 * What a witness says against the log. `older`: it cosigned more leaves than the log has; `fork`: it cosigned other leaves.
 * Proven if it shows a checkpoint that the log's own key signed; otherwise the witness may be wrong, or may lie.
 */
export type Finding = {
  readonly kind: 'older' | 'fork';
  /** The name of the witness's key. */
  readonly witness: string;
  readonly proven: boolean;
  /** The size that the witness knows. */
  readonly size: number;
  /** The checkpoint that proves it; empty if the finding is not proven. */
  readonly evidence: string;
};

/**
 * Compares a checkpoint that the log's own key signed with the log.
 * @param rootAt the root of our tree at a size that it has
 */
export const compareTrees = async (
  shown: Tree,
  ourSize: number,
  rootAt: (size: number) => Promise<Uint8Array>,
): Promise<Finding['kind'] | undefined> => {
  if (shown.size > ourSize) return 'older';
  return isSame(shown.root, await rootAt(shown.size)) ? undefined : 'fork';
};

/**
 * Those of the witnesses, by their verifier keys, whose cosignature is on a checkpoint. It was verified when it was
 * stored.
 */
export const cosignersOf = (note: string, witnesses: readonly string[]): string[] => {
  const signers = parseNote(note).signatures.map(({ name, id }) => `${name}+${id.toString(16).padStart(8, '0')}`);
  return witnesses.filter((key) => signers.includes(key.split('+', 2).join('+')));
};

/** How many of the witnesses cosigned a checkpoint, and how many must have, in words. */
export const describeCosigners = (note: string, witnesses: readonly string[], quorum: number): string =>
  `cosigned by ${cosignersOf(note, witnesses).length} of ${witnesses.length} witnesses, of which ${quorum} must have`;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** The pause after this many consecutive failures of a witness, milliseconds. */
export const pauseAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20), LONGEST_PAUSE_MS);
