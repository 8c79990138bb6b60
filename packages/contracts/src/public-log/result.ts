// The text of a result and its commitment (docs/public-log.md, "Leaves").
import { concat, decodeDecimal, encodeUtf8 } from '@laurel/tlog/bytes';
import { isCategory, LeafError, NONCE_BYTES } from './leaves.ts';

/** The result of a nominee. */
export interface ResultLine {
  /** `<nomination>/<niche>`. */
  readonly category: string;
  readonly nominee: string;
  /** All votes cast, with those left out. */
  readonly cast: number;
  readonly leftOut: number;
}

const TAG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The text of a result: a line for each nominee. Tags are ASCII, so JavaScript sorts the lines by their octets. */
export function formatResult(lines: readonly ResultLine[]): string {
  return lines
    .map(({ category, nominee, cast, leftOut }) => `${category} ${nominee} ${cast} ${leftOut}\n`)
    .sort()
    .join('');
}

/**
 * Reads the text of a result.
 * @throws LeafError `leaf.malformed`, also for lines that are not sorted, and for a nominee that has two lines
 */
export function parseResult(text: string): ResultLine[] {
  const malformed = (why: string) => new LeafError('leaf.malformed', why);
  if (text === '') return [];
  if (!text.endsWith('\n')) throw malformed('The last line has no end.');
  const lines = text.slice(0, -1).split('\n');
  const seen = new Set<string>();
  return lines.map((line, at) => {
    const [category = '', nominee = '', castText = '', leftOutText = '', ...more] = line.split(' ');
    const cast = decodeDecimal(castText);
    const leftOut = decodeDecimal(leftOutText);
    if (!isCategory(category) || !TAG.test(nominee) || cast === undefined || leftOut === undefined || more.length > 0) {
      throw malformed(`Line ${at + 1} is no category, nominee and two numbers.`);
    }
    if (leftOut > cast) throw malformed(`Line ${at + 1} leaves out more votes than were cast.`);
    if (at > 0 && line <= (lines[at - 1] ?? '')) throw malformed(`Line ${at + 1} is not sorted.`);
    const name = `${category} ${nominee}`;
    if (seen.has(name)) throw malformed(`Line ${at + 1} names a nominee again.`);
    seen.add(name);
    return { category, nominee, cast, leftOut };
  });
}

/** The commitment to a result. @param nonce 16 octets */
export function resultCommitment<Hash>(sha256: (data: Uint8Array) => Hash, nonce: Uint8Array, text: string): Hash {
  if (nonce.length !== NONCE_BYTES) throw new RangeError(`A nonce has ${NONCE_BYTES} octets.`);
  return sha256(concat(nonce, encodeUtf8(text)));
}
