import { randomBytes } from 'node:crypto';
import { promisesOrigin } from '@laurel/contracts/public-log/promise';
import type { LogKey } from '../../crypto/log-key.ts';
import { base64, nodeHash, sha256, treeOver } from './promises.policy.ts';

/** A stored vote: its nominee, and the nonces that open its leaf (32 octets, the server's first). */
export type PromisedVote = { nomineeId: number; nonces: Uint8Array };

/** A nominee as leaves name it; the category is `<nomination>/<niche>`. */
export type LeafNames = { category: string; nominee: string };

/**
 * Promises that the leaves of votes will be in the public log (docs/public-log.md, "Promises"). Call it with votes that are
 * committed. It signs once for all of them.
 * @returns the text of a tlog-proof for each vote, in order
 * @throws Error if a nominee is unknown
 */
export type Promises = (votes: readonly PromisedVote[]) => string[];

type Deps = {
  key: LogKey;
  /** The log that the votes will be in. */
  log(): { origin: string; year: number };
  namesOf(nomineeId: number): LeafNames | undefined;
};

const HASH_BYTES = 32;
/** The type of Ed25519 signatures in notes. */
const ED25519 = 1;

/** The id of a key in notes (signed-note): 4 octets. */
const keyIdOf = (name: string, publicKey: Uint8Array): string =>
  sha256(Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519), publicKey])).slice(0, 4);

/** What the leaves of votes for a nominee have in common. */
type Prepared = { beforeCommitment: string; committedAfterNonces: Buffer };

/**
 * Makes promises. `makePromises` of the contract is the readable form of this; this one costs a vote a few microseconds, because it
 * prepares what votes have in common and hashes from strings.
 */
export const createPromises = ({ key, log, namesOf }: Deps): Promises => {
  let prepared = new Map<number, Prepared>();
  let name = '';
  let keyId = '';

  const prepare = (year: number, nomineeId: number): Prepared => {
    const names = namesOf(nomineeId);
    if (!names) throw new Error(`there is no nominee ${nomineeId} to promise a vote for`);
    const { category, nominee } = names;
    const made = {
      beforeCommitment: `laurel/vote/v1\n${year}\n${category}\n`,
      committedAfterNonces: Buffer.from(`${category}\n${nominee}`),
    };
    prepared.set(nomineeId, made);
    return made;
  };

  const leafOf = (year: number, { nomineeId, nonces }: PromisedVote): string => {
    const { beforeCommitment, committedAfterNonces } = prepared.get(nomineeId) ?? prepare(year, nomineeId);
    return `${beforeCommitment}${base64(sha256(Buffer.concat([nonces, committedAfterNonces])))}\n`;
  };

  const noteOf = (size: number, root: string): string => {
    const text = `${name}\n${size}\n${base64(root)}\n`;
    const signature = Buffer.from(key.sign(Buffer.from(text))).toString('latin1');
    return `${text}\n— ${name} ${base64(keyId + signature)}\n`;
  };

  return (votes) => {
    if (votes.length === 0) return [];
    const { origin, year } = log();
    if (promisesOrigin(origin) !== name) {
      name = promisesOrigin(origin);
      keyId = keyIdOf(name, key.publicKey);
      prepared = new Map();
    }
    const leaves = votes.map((vote) => leafOf(year, vote));
    // Beside each leaf stands a random hash, so that a promise shows no leaf of the votes that were stored with this one.
    const blinds = randomBytes(HASH_BYTES * votes.length).toString('latin1');
    const blindOf = (index: number): string => blinds.slice(HASH_BYTES * index, HASH_BYTES * (index + 1));
    const { root, paths } = treeOver(leaves.map((leaf, index) => nodeHash(sha256(`\0${leaf}`), blindOf(index))));
    const note = noteOf(2 * votes.length, root);
    return leaves.map(
      (leaf, index) =>
        `c2sp.org/tlog-proof@v1\nextra ${base64(leaf)}\nindex ${2 * index}\n${base64(blindOf(index))}\n${paths[index]}\n${note}`,
    );
  };
};
