import { decodeDecimal, decodeUtf8, encodeUtf8, isSame } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { cosignaturesOf } from './cosignature.ts';
import { TlogError } from './errors.ts';
import { COSIGNATURE, ED25519, formatVerifierKey, openNote, parseVerifierKey } from './note.ts';
import type { Verifier, VerifierKey } from './port.ts';
import type { ProvenLeaf, Trust } from './proof.ts';

const MAX_POLICY_BYTES = 100_000;
/** The name of the quorum that needs no witness. */
const NONE = 'none';

/** A log or a witness of a policy. */
export interface Party {
  readonly key: VerifierKey;
  readonly url: string | undefined;
}

/** Who must have cosigned: a witness, or at least so many members of a group. */
export type Quorum =
  | { readonly witness: VerifierKey }
  | { readonly threshold: number; readonly members: readonly Quorum[] };

/** Which checkpoints are valid (tlog-policy). */
export interface Policy {
  /** One of them must have signed. */
  readonly logs: readonly Party[];
  readonly witnesses: readonly Party[];
  readonly quorum: Quorum;
}

const malformed = (line: number, why: string) => new TlogError('policy.malformed', `Line ${line}: ${why}.`);

/** The words of each line, as a string of octets: names are compared octet by octet. */
function linesOf(octets: Uint8Array): { readonly line: number; readonly words: readonly string[] }[] {
  if (octets.length > MAX_POLICY_BYTES) throw malformed(0, 'the policy is too long');
  let text = '';
  for (const octet of octets) text += String.fromCharCode(octet);
  return text.split('\n').flatMap((content, at) => {
    const line = at + 1;
    if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(content)) throw malformed(line, 'a control character');
    const words = content.split(/[\t ]+/).filter((word) => word !== '');
    return words.length === 0 || words[0]?.startsWith('#') ? [] : [{ line, words }];
  });
}

/** The text of a word, which is UTF-8. */
function textOf(word: string, line: number): string {
  const text = decodeUtf8(Uint8Array.from(word, (octet) => octet.charCodeAt(0)));
  if (text === undefined) throw malformed(line, 'a key or an address is not UTF-8');
  return text;
}

/** Collects the lines of a policy. */
class PolicyReader {
  readonly #verifier: Pick<Verifier, 'sha256'>;
  readonly logs: Party[] = [];
  readonly witnesses: Party[] = [];
  readonly #named = new Map<string, Quorum>();
  /** The names that are members of a group: each may be of one. */
  readonly #members = new Set<string>();
  quorum: Quorum | undefined;

  constructor(verifier: Pick<Verifier, 'sha256'>) {
    this.#verifier = verifier;
  }

  async read(line: number, [keyword, ...words]: readonly string[]): Promise<void> {
    if (keyword === 'log') await this.#party(this.logs, ED25519, line, words);
    else if (keyword === 'witness') {
      const [name = '', ...rest] = words;
      const witness = await this.#party(this.witnesses, COSIGNATURE, line, rest);
      this.#define(name, { witness }, line);
    } else if (keyword === 'group') this.#group(line, words);
    else if (keyword === 'quorum') this.#decide(line, words);
    else throw malformed(line, 'neither log, witness, group nor quorum');
  }

  async #party(parties: Party[], type: number, line: number, words: readonly string[]): Promise<VerifierKey> {
    const [vkey, url] = words;
    if (vkey === undefined || words.length > 2) throw malformed(line, 'a key and perhaps an address are needed');
    const key = await parseVerifierKey(this.#verifier, textOf(vkey, line)).catch((error: unknown) => {
      throw error instanceof TlogError ? malformed(line, error.detail) : error;
    });
    if (key.type !== type) throw malformed(line, `the key has not the type ${type}`);
    if (parties.some((other) => isSame(other.key.publicKey, key.publicKey))) {
      throw malformed(line, 'the public key is there already');
    }
    parties.push({ key, url: url === undefined ? undefined : textOf(url, line) });
    return key;
  }

  #define(name: string, quorum: Quorum, line: number): void {
    if (name === NONE || this.#named.has(name)) throw malformed(line, 'the name is taken');
    this.#named.set(name, quorum);
  }

  #find(name: string, line: number): Quorum {
    const found = this.#named.get(name);
    if (found === undefined) throw malformed(line, 'a name is not defined before');
    return found;
  }

  #group(line: number, [name = '', count = '', ...names]: readonly string[]): void {
    const members = names.map((member) => {
      if (this.#members.has(member)) throw malformed(line, 'a name is a member already');
      this.#members.add(member);
      return this.#find(member, line);
    });
    const threshold = count === 'all' ? members.length : count === 'any' ? 1 : decodeDecimal(count);
    if (threshold === undefined || threshold < 1 || threshold > members.length) {
      throw malformed(line, 'a group has all, any, or a number of its members');
    }
    this.#define(name, { threshold, members }, line);
  }

  #decide(line: number, [name = '', ...rest]: readonly string[]): void {
    if (this.quorum !== undefined || rest.length > 0) throw malformed(line, 'there is one quorum, with one name');
    this.quorum = name === NONE ? { threshold: 0, members: [] } : this.#find(name, line);
  }
}

/**
 * Reads a policy. It knows Ed25519 keys: type 1 for logs, type 4 for witnesses.
 * @throws TlogError `policy.malformed`
 */
export async function parsePolicy(verifier: Pick<Verifier, 'sha256'>, policy: Uint8Array | string): Promise<Policy> {
  const reader = new PolicyReader(verifier);
  const lines = linesOf(typeof policy === 'string' ? encodeUtf8(policy) : policy);
  for (const { line, words } of lines) await reader.read(line, words);
  const { logs, witnesses, quorum } = reader;
  if (quorum === undefined) throw malformed(lines.length, 'there is no quorum');
  return { logs, witnesses, quorum };
}

/** A policy as text: one log, and so many of the witnesses, which are named w1, w2 and so on. */
export function formatPolicy({ log, witnesses, quorum }: Trust): string {
  const names = witnesses.map((_, at) => `w${at + 1}`);
  const lines = [
    `log ${formatVerifierKey(log)}`,
    ...witnesses.map((key, at) => `witness ${names[at]} ${formatVerifierKey(key)}`),
    ...(quorum > 0 ? [`group witnesses ${quorum} ${names.join(' ')}`] : []),
    `quorum ${quorum > 0 ? 'witnesses' : NONE}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Whether the cosignatures of some witnesses reach a quorum. */
export function isQuorum(quorum: Quorum, cosigned: readonly VerifierKey[]): boolean {
  if ('witness' in quorum) return cosigned.includes(quorum.witness);
  return quorum.members.filter((member) => isQuorum(member, cosigned)).length >= quorum.threshold;
}

/**
 * Reads a checkpoint that one of the policy's logs signed, and that its quorum cosigned.
 * @throws TlogError `note.*`, `checkpoint.*`
 */
export async function openByPolicy(
  verifier: Verifier,
  text: string,
  policy: Policy,
): Promise<Omit<ProvenLeaf, 'index'>> {
  const logs = policy.logs.map(({ key }) => key);
  const note = await openNote(verifier, text, logs);
  const checkpoint = parseCheckpoint(note.text);
  if (!note.signedBy.some(({ name }) => name === checkpoint.origin)) {
    throw new TlogError('checkpoint.origin', `The log ${checkpoint.origin} did not sign its checkpoint.`);
  }
  const witnesses = policy.witnesses.map(({ key }) => key);
  const cosignatures = await cosignaturesOf(verifier, note, witnesses);
  if (
    !isQuorum(
      policy.quorum,
      cosignatures.map(({ witness }) => witness),
    )
  ) {
    throw new TlogError('checkpoint.quorum', 'Too few witnesses cosigned.');
  }
  return { checkpoint, cosignatures };
}
