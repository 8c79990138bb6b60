// Decides as a witness about a checkpoint (C2SP tlog-witness), without files and connections.
import { decodeDecimal, decodeHash, decodeUtf8, encodeBase64, isSame } from '@laurel/tlog/bytes';
import type { Checkpoint } from '@laurel/tlog/checkpoint';
import { parseCheckpoint } from '@laurel/tlog/checkpoint';
import { TlogError } from '@laurel/tlog/errors';
import { verifyConsistency } from '@laurel/tlog/merkle';
import { ED25519, formatNote, type Note, type NoteSignature, openNote, parseNote } from '@laurel/tlog/note';
import type { Verifier, VerifierKey } from '@laurel/tlog/port';

/** tlog-witness allows no more. */
const MAX_PROOF_LINES = 63;

/** A request to `add-checkpoint`. Nobody has verified anything of it. */
export type Request = {
  readonly oldSize: number;
  readonly proof: readonly Uint8Array[];
  /** The checkpoint as it was sent, with all signatures. */
  readonly note: Note;
  readonly noteText: string;
  readonly checkpoint: Checkpoint;
};

/** The tree of a log that the witness cosigned last. */
export type View = { readonly size: number; readonly root: Uint8Array };

/** The keys that may sign checkpoints, by the origin of their log. */
export type Logs = ReadonlyMap<string, readonly VerifierKey[]>;

/** The decision of a witness, by the status of the response. */
export type Verdict =
  | { readonly status: 200; readonly signatures: readonly NoteSignature[] }
  | { readonly status: 409; readonly size: number }
  | { readonly status: 403 | 404 }
  | { readonly status: 400 | 422; readonly why: string };

const EMPTY: View = { size: 0, root: new Uint8Array(0) };

/** Reads the body of a request, or returns undefined if it is malformed. */
export const parseRequest = (body: Uint8Array): Request | undefined => {
  const text = decodeUtf8(body);
  const end = text?.indexOf('\n\n') ?? -1;
  if (text === undefined || end < 0) return undefined;
  const [oldLine = '', ...proofLines] = text.slice(0, end).split('\n');
  const oldSize = oldLine.startsWith('old ') ? decodeDecimal(oldLine.slice('old '.length)) : undefined;
  const proof = proofLines.flatMap((line) => decodeHash(line) ?? []);
  if (oldSize === undefined || proof.length !== proofLines.length || proof.length > MAX_PROOF_LINES) return undefined;
  const noteText = text.slice(end + 2);
  try {
    const note = parseNote(noteText);
    return { oldSize, proof, note, noteText, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof TlogError) return undefined;
    throw error;
  }
};

/** The first signature of each key. */
const signaturesBy = ({ signatures }: Note, keys: readonly VerifierKey[]): NoteSignature[] =>
  keys.flatMap((key) => signatures.find(({ name, id }) => name === key.name && id === key.id) ?? []);

/** The signatures of the log on its checkpoint; undefined if there is none, or a wrong one. */
const signaturesOfLog = async (
  verifier: Verifier,
  { noteText, note }: Request,
  keys: readonly VerifierKey[],
): Promise<NoteSignature[] | undefined> => {
  try {
    const { signedBy } = await openNote(verifier, noteText, keys);
    return signaturesBy(note, signedBy);
  } catch (error) {
    if (error instanceof TlogError) return undefined;
    throw error;
  }
};

const refuse = (why: string): Verdict => ({ status: 422, why });

/** Whether two trees of one size differ. If the log's key signed both, that proves that the log has two versions. */
export const isFork = (one: View, other: View): boolean => one.size === other.size && !isSame(one.root, other.root);

/** Whether the tree of a request continues the one that the witness knows, which has the request's old size. */
const judgeTree = async (
  verifier: Verifier,
  { checkpoint, proof }: Request,
  view: View,
): Promise<Verdict | undefined> => {
  const { size, root } = checkpoint;
  if (size === 0 && !isSame(root, await verifier.sha256(new Uint8Array(0)))) {
    return refuse('the empty tree has another root');
  }
  if (view.size === 0) return proof.length > 0 ? refuse('a proof from the empty tree has no hashes') : undefined;
  try {
    await verifyConsistency(verifier, view, checkpoint, proof);
    return undefined;
  } catch (error) {
    if (error instanceof TlogError) return refuse(`the tree does not continue the one before: ${error.detail}`);
    throw error;
  }
};

/**
 * Decides about a request, in the order of tlog-witness.
 * @param view the tree of the log that the witness cosigned last; the empty tree by default
 * @returns for 200 the signatures of the log, which were verified
 */
export const judge = async (verifier: Verifier, logs: Logs, request: Request, view: View = EMPTY): Promise<Verdict> => {
  const { checkpoint, oldSize } = request;
  const keys = logs.get(checkpoint.origin);
  if (keys === undefined) return { status: 404 };
  const signatures = await signaturesOfLog(verifier, request, keys);
  if (signatures === undefined) return { status: 403 };
  if (oldSize > checkpoint.size) {
    return { status: 400, why: 'the old size is larger than the checkpoint’s' };
  }
  if (oldSize !== view.size) return { status: 409, size: view.size };
  return (await judgeTree(verifier, request, view)) ?? { status: 200, signatures };
};

/** The checkpoint of a request with the log's signatures alone, which `judge` verified unless its status is 403 or 404. */
export const noteOfLog = ({ note, checkpoint }: Request, logs: Logs): string =>
  formatNote({ text: note.text, signatures: signaturesBy(note, logs.get(checkpoint.origin) ?? []) });

/**
 * Groups the keys of logs by origin, which is the name of the key.
 * @throws TlogError `key.malformed` for a key that does not sign checkpoints
 */
export const logsOf = (keys: readonly VerifierKey[]): Logs => {
  const logs = new Map<string, VerifierKey[]>();
  for (const key of keys) {
    if (key.type !== ED25519)
      throw new TlogError('key.malformed', `${key.name} has no key of a log, which has type 1.`);
    logs.set(key.name, [...(logs.get(key.name) ?? []), key]);
  }
  return logs;
};

/** A checkpoint in a line of the witness's own log. It is public. */
export const describeView = ({ size, root }: View) => ({ size, root: encodeBase64(root) });
