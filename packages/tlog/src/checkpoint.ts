import { decodeDecimal, decodeHash, encodeBase64 } from './bytes.ts';
import { TlogError } from './errors.ts';
import type { Note } from './note.ts';
import { openNote, signNote } from './note.ts';
import type { Signer, Verifier, VerifierKey } from './port.ts';

/** A log's statement about its tree (tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Lines that the log adds; auditors ignore them. */
  readonly extensions: readonly string[];
}

/** The text of a checkpoint, without signatures. */
export function formatCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  return [origin, String(size), encodeBase64(root), ...extensions].map((line) => `${line}\n`).join('');
}

/**
 * Reads the text of a checkpoint, without signatures.
 * @throws TlogError `checkpoint.malformed`
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin = '', sizeLine = '', rootLine = '', ...rest] = text.split('\n');
  const extensions = rest.slice(0, -1);
  const size = decodeDecimal(sizeLine);
  const root = decodeHash(rootLine);
  if (origin === '' || size === undefined || root === undefined || rest.at(-1) !== '' || extensions.includes('')) {
    throw new TlogError('checkpoint.malformed', 'A checkpoint is an origin, a size and a root, in lines.');
  }
  return { origin, size, root, extensions };
}

/** A checkpoint that its log signed. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint;
  /** With all signatures, of which only the log's is verified. */
  readonly note: Note;
}

/**
 * Reads a checkpoint and verifies the log's signature. The origin must be the key's name.
 * @throws TlogError `note.*`, `checkpoint.malformed`, `checkpoint.origin`
 */
export async function openCheckpoint(verifier: Verifier, text: string, log: VerifierKey): Promise<SignedCheckpoint> {
  const note = await openNote(verifier, text, [log]);
  const checkpoint = parseCheckpoint(note.text);
  if (checkpoint.origin !== log.name) {
    throw new TlogError('checkpoint.origin', `The checkpoint is that of ${checkpoint.origin}, not of ${log.name}.`);
  }
  return { checkpoint, note };
}

/** Signs the checkpoint of a tree with the log's key, whose name is the origin. */
export function signCheckpoint(
  signer: Signer,
  { size, root }: { readonly size: number; readonly root: Uint8Array },
): Promise<string> {
  return signNote(signer, formatCheckpoint({ origin: signer.key.name, size, root, extensions: [] }));
}
