import { voteLeaf } from '@laurel/contracts/public-log/leaves';
import { openPromise } from '@laurel/contracts/public-log/promise';
import type { Queryable } from '@laurel/database/queryable';
import { nodeVerifier, sha256, signerOf } from '@laurel/tlog/node';
import { expect } from 'vitest';

/** The log that promises name, and the seed of its key. */
export type PromisingLog = { origin: string; year: number; seed: Uint8Array };

type StoredVote = { voterId: string; serverNonce: Buffer; browserNonce: Buffer; category: string; nominee: string };

const STORED = `
  SELECT v.voter_id AS "voterId", v.server_nonce AS "serverNonce", v.browser_nonce AS "browserNonce",
         c.nomination || '/' || c.niche AS category, n.company AS nominee
    FROM votes v JOIN categories c ON c.id = v.category_id JOIN nominees n ON n.id = v.nominee_id`;

const textOf = (leaf: Uint8Array): string => Buffer.from(leaf).toString();

/**
 * Verifies promises and opens their leaves: each must be that of a stored vote, and no two the same.
 * @returns the vote of each promise, in order
 */
export const openStored = async (
  owner: Queryable,
  promises: readonly string[],
  { origin, year, seed }: PromisingLog,
): Promise<StoredVote[]> => {
  const { key } = await signerOf(seed, origin);
  const { rows } = await owner.query<StoredVote>(STORED);
  const stored = new Map(rows.map((vote) => [textOf(voteLeaf(sha256, year, vote)), vote]));
  const leaves = await Promise.all(
    promises.map(async (promise) => textOf(await openPromise(nodeVerifier, promise, key))),
  );
  expect(new Set(leaves).size).toBe(promises.length);
  return leaves.map((leaf) => {
    const vote = stored.get(leaf);
    if (!vote) throw new Error(`no stored vote has the leaf that was promised: ${leaf}`);
    return vote;
  });
};
