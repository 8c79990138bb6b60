import { concat, decodeBase64, encodeBase64, encodeUtf8 } from './bytes.ts';
import { TlogError } from './errors.ts';
import type { Signer, Verifier, VerifierKey } from './port.ts';

/** The signature type of Ed25519 notes. */
export const ED25519 = 1;
/** The signature type of timestamped Ed25519 cosignatures. */
export const COSIGNATURE = 4;

/** Longer notes are refused before they are read. Signatures of other kinds have up to 5,000 octets. */
const MAX_NOTE_CHARS = 1_000_000;
const MAX_SIGNATURES = 100;
const ID_BYTES = 4;
const ED25519_KEY_BYTES = 32;

/** A signature line. */
export interface NoteSignature {
  readonly name: string;
  readonly id: number;
  /** What follows the key id. */
  readonly signature: Uint8Array;
}

/** A note whose signatures nobody has verified. */
export interface Note {
  /** With the newline at its end. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** Whether a key may have this name: no space of any kind, no plus, no control character. */
function isKeyName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
  return name.isWellFormed() && /^[^\p{White_Space}\u0000-\u001f+]+$/u.test(name);
}

function readId(bytes: Uint8Array): number {
  return bytes.subarray(0, ID_BYTES).reduce((id, octet) => id * 256 + octet, 0);
}

function writeId(id: number): Uint8Array {
  return Uint8Array.of(id >>> 24, id >>> 16, id >>> 8, id);
}

/**
 * Makes a verifier key, with the id that its name and public key give.
 * @param publicKey the 32 octets of an Ed25519 key
 * @param type `ED25519` for a log, `COSIGNATURE` for a witness
 * @throws TlogError `key.malformed`
 */
export async function makeVerifierKey(
  verifier: Pick<Verifier, 'sha256'>,
  name: string,
  publicKey: Uint8Array,
  type: number = ED25519,
): Promise<VerifierKey> {
  if (!isKeyName(name)) throw new TlogError('key.malformed', 'The name is empty, or has a space or a plus.');
  if (publicKey.length !== ED25519_KEY_BYTES) throw new TlogError('key.malformed', 'The public key has no 32 octets.');
  const hash = await verifier.sha256(concat(encodeUtf8(`${name}\n`), Uint8Array.of(type), publicKey));
  return { name, id: readId(hash), type, publicKey };
}

/** A verifier key as text: `name+id+base64` (signed-note, "Verifier keys"). */
export function formatVerifierKey({ name, id, type, publicKey }: VerifierKey): string {
  const hex = id.toString(16).padStart(8, '0');
  return `${name}+${hex}+${encodeBase64(concat(Uint8Array.of(type), publicKey))}`;
}

/**
 * Reads a verifier key of type 1 (Ed25519) or 4 (cosignature).
 * @throws TlogError `key.malformed`, also if the id is not that of the name and the public key
 */
export async function parseVerifierKey(verifier: Pick<Verifier, 'sha256'>, text: string): Promise<VerifierKey> {
  const plus = text.indexOf('+');
  const [, id, base64 = ''] = /^([0-9a-f]{8})\+(.+)$/.exec(text.slice(plus + 1)) ?? [];
  const bytes = decodeBase64(base64);
  const type = bytes?.[0];
  if (plus < 0 || id === undefined || bytes === undefined || (type !== ED25519 && type !== COSIGNATURE)) {
    throw new TlogError('key.malformed', 'A verifier key of type 1 or 4 is name+id+base64.');
  }
  const key = await makeVerifierKey(verifier, text.slice(0, plus), bytes.subarray(1), type);
  if (key.id !== Number.parseInt(id, 16)) throw new TlogError('key.malformed', 'The id is not that of the public key.');
  return key;
}

/** Throws unless a text can be the text of a note. */
function checkText(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the format forbids
  const isText = text.endsWith('\n') && text.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f]/.test(text);
  if (!isText) throw new TlogError('note.malformed', 'A note is UTF-8 without control characters, in lines.');
}

function parseSignature(line: string): NoteSignature {
  const [, name = '', base64 = ''] = /^— ([^ ]+) ([^ ]+)$/.exec(line) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= ID_BYTES) {
    throw new TlogError('note.malformed', 'A signature line is a dash, a name and base64.');
  }
  return { name, id: readId(bytes), signature: bytes.subarray(ID_BYTES) };
}

/** A signature line, with its newline. */
export function formatSignature({ name, id, signature }: NoteSignature): string {
  return `— ${name} ${encodeBase64(concat(writeId(id), signature))}\n`;
}

/** A note as text. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/**
 * Reads a note without verifying it: `openNote` does that.
 * @throws TlogError `note.malformed`
 */
export function parseNote(note: string): Note {
  if (note.length > MAX_NOTE_CHARS) throw new TlogError('note.malformed', 'The note is too long.');
  checkText(note);
  const end = note.lastIndexOf('\n\n');
  const lines = note.slice(end + 2, -1).split('\n');
  if (end < 0 || end + 2 >= note.length) throw new TlogError('note.malformed', 'The note has no signatures.');
  if (lines.length > MAX_SIGNATURES) throw new TlogError('note.malformed', 'The note has too many signatures.');
  return { text: note.slice(0, end + 1), signatures: lines.map(parseSignature) };
}

/**
 * Verifies each signature of the given keys, and returns the first of each. Ignores all others.
 * @param check whether a signature of a key is right
 * @throws TlogError `note.forged` if one is wrong: such a note is malformed (signed-note)
 */
export async function signaturesOf<Key extends VerifierKey>(
  note: Note,
  keys: readonly Key[],
  check: (key: Key, signature: Uint8Array) => Promise<boolean> | boolean,
): Promise<{ readonly key: Key; readonly signature: Uint8Array }[]> {
  const found: { key: Key; signature: Uint8Array }[] = [];
  for (const { name, id, signature } of note.signatures) {
    const key = keys.find((candidate) => candidate.name === name && candidate.id === id);
    if (key === undefined) continue;
    if (!(await check(key, signature))) throw new TlogError('note.forged', `${name} did not make its signature.`);
    if (!found.some((one) => one.key === key)) found.push({ key, signature });
  }
  return found;
}

/**
 * Reads a note and verifies the Ed25519 signatures of some keys.
 * @returns the note, and the keys that signed it, at least one
 * @throws TlogError `note.malformed`, `note.forged`; `note.unsigned` if none of the keys signed it
 */
export async function openNote(
  verifier: Verifier,
  text: string,
  keys: readonly VerifierKey[],
): Promise<Note & { readonly signedBy: readonly VerifierKey[] }> {
  const note = parseNote(text);
  const message = encodeUtf8(note.text);
  const signed = await signaturesOf(
    note,
    keys.filter(({ type }) => type === ED25519),
    (key, signature) => verifier.verifyEd25519(key.publicKey, message, signature),
  );
  if (signed.length === 0) throw new TlogError('note.unsigned', 'None of the keys signed the note.');
  return { ...note, signedBy: signed.map(({ key }) => key) };
}

/**
 * Signs a text, which ends with a newline.
 * @param signer a key of type 1
 * @returns the note
 * @throws TlogError `note.malformed` for a text that can't be in a note
 */
export async function signNote(signer: Signer, text: string): Promise<string> {
  checkText(text);
  const { name, id } = signer.key;
  return formatNote({ text, signatures: [{ name, id, signature: await signer.sign(encodeUtf8(text)) }] });
}
