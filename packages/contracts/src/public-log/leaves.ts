// The leaves of the public log (docs/public-log.md, "Leaves").
import { concat, decodeDecimal, decodeHash, decodeUtf8, encodeBase64, encodeUtf8 } from '@laurel/tlog/bytes';
import { canonicalJson } from './canonical-json.ts';

/** A vote: the commitment hides the nominee. A category is `<nomination>/<niche>`. */
export interface VoteLeaf {
  readonly type: 'vote';
  readonly year: number;
  readonly category: string;
  /** Of `voteCommitment`, 32 octets. */
  readonly commitment: Uint8Array;
}

/** An edition that was published. */
export interface EditionLeaf {
  readonly type: 'edition';
  readonly year: number;
  /** 1, 2 and so on. */
  readonly number: number;
  /** The hash of the edition's canonical JSON. */
  readonly hash: Uint8Array;
}

/** The times of the phases. */
export interface PhaseLeaf {
  readonly type: 'phase';
  readonly year: number;
  readonly votingOpensAt: Date | null;
  readonly votingClosesAt: Date | null;
  readonly winnersAnnouncedAt: Date | null;
}

/** Votes that are left out of the count, or counted again. */
export interface ExclusionLeaf {
  readonly type: 'exclusion';
  readonly year: number;
  readonly number: number;
  readonly state: 'applied' | 'undone';
  /** The votes by category; null where the number is not published. */
  readonly categories: readonly { readonly category: string; readonly votes: number | null }[];
  /** The published reason by language. */
  readonly reason: Readonly<Record<string, string>>;
  /** Of `placesCommitment`, 32 octets; null in a leaf of version 1, which does not say which votes it means. */
  readonly places: Uint8Array | null;
}

/** The commitment to a result, which is published later. */
export interface ResultLeaf {
  readonly type: 'result';
  readonly year: number;
  /** How many people cast the votes, by the organisers' word; null in a leaf of version 1. */
  readonly voters: number | null;
  /** Of `resultCommitment`, 32 octets. */
  readonly commitment: Uint8Array;
}

/** A version of the report about the vote, which is published with its leaf. */
export interface ReportLeaf {
  readonly type: 'report';
  readonly year: number;
  /** 1, 2 and so on. */
  readonly version: number;
  /** The report's SHA-256 as `sha256sum` prints it, so that nobody needs a program of ours to compare. */
  readonly digest: string;
}

export type Leaf = VoteLeaf | EditionLeaf | PhaseLeaf | ExclusionLeaf | ResultLeaf | ReportLeaf;

/** `leaf.unknown`: a type or version that this program does not know. `leaf.malformed`: anything else that is no leaf. */
export class LeafError extends Error {
  readonly code: 'leaf.malformed' | 'leaf.unknown';

  constructor(code: LeafError['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'LeafError';
    this.code = code;
  }
}

/** The nonces of a vote and of a result, 128 bits. */
export const NONCE_BYTES = 16;
/** The browser's nonce of a vote that came without one. */
export const NO_NONCE: Uint8Array = new Uint8Array(NONCE_BYTES);

const CATEGORY = /^[a-z0-9]+(-[a-z0-9]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/;
const TYPE = /^laurel\/((?:vote|edition|phase|exclusion|result|report)\/v1|(?:exclusion|result)\/v2)$/;

const DIGEST = /^[0-9a-f]{64}$/;

const stamp = (time: Date | null): string => time?.toISOString() ?? '-';

function bodyOf(leaf: Leaf): string[] {
  switch (leaf.type) {
    case 'vote':
      return [leaf.category, encodeBase64(leaf.commitment)];
    case 'edition':
      return [String(leaf.number), encodeBase64(leaf.hash)];
    case 'phase':
      return [stamp(leaf.votingOpensAt), stamp(leaf.votingClosesAt), stamp(leaf.winnersAnnouncedAt)];
    case 'exclusion': {
      const categories = leaf.categories.map(({ category, votes }) => ({ category, votes }));
      const places = leaf.places === null ? [] : [encodeBase64(leaf.places)];
      return [String(leaf.number), leaf.state, ...places, canonicalJson({ categories, reason: leaf.reason })];
    }
    case 'result':
      return [...(leaf.voters === null ? [] : [String(leaf.voters)]), encodeBase64(leaf.commitment)];
    case 'report':
      return [String(leaf.version), leaf.digest];
  }
}

const versionOf = (leaf: Leaf): number => {
  if (leaf.type === 'exclusion') return leaf.places === null ? 1 : 2;
  return leaf.type === 'result' && leaf.voters !== null ? 2 : 1;
};

/** The octets of a leaf, as they stand in the log. */
export function encodeLeaf(leaf: Leaf): Uint8Array {
  const lines = [`laurel/${leaf.type}/v${versionOf(leaf)}`, String(leaf.year), ...bodyOf(leaf)];
  return encodeUtf8(lines.map((line) => `${line}\n`).join(''));
}

const malformed = (what: string) => new LeafError('leaf.malformed', `The leaf has no ${what}.`);

/** A value, unless it is undefined. */
function need<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw malformed(what);
  return value;
}

function timeOf(line: string | undefined): Date | null {
  if (line === '-') return null;
  const time = new Date(line ?? '');
  if (Number.isNaN(time.getTime())) throw malformed('time');
  return time;
}

/** Whether a value is `<nomination>/<niche>`. */
export function isCategory(value: unknown): value is string {
  return typeof value === 'string' && CATEGORY.test(value);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the last line of an exclusion. `decodeLeaf` rejects any other content of it: encoding the leaf loses that. */
function exclusionOf(line: string): Pick<ExclusionLeaf, 'categories' | 'reason'> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw malformed('JSON');
  }
  if (!isObject(value) || !Array.isArray(value.categories) || !isObject(value.reason)) throw malformed('categories');
  const seen = new Set<string>();
  const categories = value.categories.map((one: unknown) => {
    if (!isObject(one) || !isCategory(one.category)) throw malformed('category');
    const { category, votes } = one;
    if (seen.has(category)) throw malformed('single number for each category');
    seen.add(category);
    if (votes === null) return { category, votes };
    if (typeof votes !== 'number' || !Number.isSafeInteger(votes) || votes < 0) throw malformed('number of votes');
    return { category, votes };
  });
  const reason = Object.entries(value.reason).map(([language, text]) => {
    if (typeof text !== 'string') throw malformed('reason');
    return [language, text] as const;
  });
  return { categories, reason: Object.fromEntries(reason) };
}

/** @param kind the type and version, such as `vote/v1` */
function read(kind: string, year: number, body: readonly string[]): Leaf {
  const number = () => need(decodeDecimal(body[0] ?? ''), 'number');
  const commitment = (at: number) => need(decodeHash(body[at] ?? ''), 'commitment');
  switch (kind) {
    case 'vote/v1': {
      const [category] = body;
      if (!isCategory(category)) throw malformed('category');
      return { type: 'vote', year, category, commitment: commitment(1) };
    }
    case 'edition/v1':
      return { type: 'edition', year, number: number(), hash: need(decodeHash(body[1] ?? ''), 'hash') };
    case 'phase/v1':
      return {
        type: 'phase',
        year,
        votingOpensAt: timeOf(body[0]),
        votingClosesAt: timeOf(body[1]),
        winnersAnnouncedAt: timeOf(body[2]),
      };
    case 'exclusion/v1':
    case 'exclusion/v2': {
      const state = body[1];
      if (state !== 'applied' && state !== 'undone') throw malformed('state');
      const places = kind === 'exclusion/v2' ? commitment(2) : null;
      const json = body[places === null ? 2 : 3] ?? '';
      return { type: 'exclusion', year, number: number(), state, ...exclusionOf(json), places };
    }
    case 'result/v1':
      return { type: 'result', year, voters: null, commitment: commitment(0) };
    case 'result/v2':
      return { type: 'result', year, voters: need(decodeDecimal(body[0] ?? ''), 'number'), commitment: commitment(1) };
    case 'report/v1': {
      const digest = body[1] ?? '';
      if (!DIGEST.test(digest)) throw malformed('digest');
      return { type: 'report', year, version: number(), digest };
    }
    default:
      throw new LeafError('leaf.unknown', 'The type is unknown.');
  }
}

/**
 * Reads a leaf. Each leaf has one spelling: a text that `encodeLeaf` would write differently is refused.
 * @throws LeafError
 */
export function decodeLeaf(octets: Uint8Array): Leaf {
  const text = need(decodeUtf8(octets), 'UTF-8');
  const [first = '', yearLine = '', ...body] = text.split('\n');
  const [, kind] = TYPE.exec(first) ?? [];
  if (kind === undefined) throw new LeafError('leaf.unknown', 'The type is unknown.');
  const leaf = read(kind, need(decodeDecimal(yearLine), 'year'), body);
  let again: Uint8Array;
  try {
    again = encodeLeaf(leaf);
  } catch {
    // A reason with half a character.
    throw malformed('canonical form');
  }
  if (decodeUtf8(again) !== text) throw malformed('canonical form');
  return leaf;
}

/** The values that open a vote's leaf. */
export interface VoteOpening {
  /** 16 octets. */
  readonly serverNonce: Uint8Array;
  /** 16 octets; `NO_NONCE` if the browser sent none. */
  readonly browserNonce: Uint8Array;
  /** `<nomination>/<niche>`. */
  readonly category: string;
  /** The nominee's tag. */
  readonly nominee: string;
}

/** The commitment to a vote: the hash of both nonces, the category, a newline and the nominee. */
export function voteCommitment<Hash>(sha256: (data: Uint8Array) => Hash, vote: VoteOpening): Hash {
  if (vote.serverNonce.length !== NONCE_BYTES || vote.browserNonce.length !== NONCE_BYTES) {
    throw new RangeError(`A nonce has ${NONCE_BYTES} octets.`);
  }
  return sha256(concat(vote.serverNonce, vote.browserNonce, encodeUtf8(`${vote.category}\n${vote.nominee}`)));
}

/** The octets of a vote's leaf. */
export function voteLeaf(sha256: (data: Uint8Array) => Uint8Array, year: number, vote: VoteOpening): Uint8Array {
  return encodeLeaf({ type: 'vote', year, category: vote.category, commitment: voteCommitment(sha256, vote) });
}

/**
 * The commitment to the votes that an exclusion holds: the hash of a salt and of their places in the log, a line each.
 * @param salt 16 octets
 * @param places ascending
 */
export function placesCommitment<Hash>(
  sha256: (data: Uint8Array) => Hash,
  salt: Uint8Array,
  places: readonly number[],
): Hash {
  if (salt.length !== NONCE_BYTES) throw new RangeError(`A salt has ${NONCE_BYTES} octets.`);
  return sha256(concat(salt, encodeUtf8(places.map((place) => `${place}\n`).join(''))));
}
