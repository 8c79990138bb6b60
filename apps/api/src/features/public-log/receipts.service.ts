import type { Receipt } from '@laurel/contracts/calls/receipts';
import { voteLeaf } from '@laurel/contracts/public-log/leaves';
import { encodeBase64 } from '@laurel/tlog/bytes';
import { sha256 } from '@laurel/tlog/node';
import { formatProof } from '@laurel/tlog/proof';
import { inclusionFromTiles, tilePath } from '@laurel/tlog/tiles';
import type { SessionUserId } from '../../http/gate.ts';
import type { OwnVote } from './reports.store.ts';
import type { Tiles } from './tree.service.ts';

type Deps = {
  /** The votes of an account, in the order in which they were cast. */
  readOwnVotes(accountId: string): Promise<OwnVote[]>;
  tiles: Pick<Tiles, 'read'>;
  /** The newest checkpoint; undefined before the first, and without a log. */
  published: { current(): { size: number; cosigned: string } | undefined };
  year: number;
  /** Resolves once what was visible before is replicated. */
  replicated(): Promise<void>;
};

/** Reads each tile once: the proofs of one tree share its right edge, whose tiles are not kept in memory. */
const readingOnce = (read: Tiles['read']): Tiles['read'] => {
  const known = new Map<string, Promise<Uint8Array>>();
  return (tile) => {
    const path = tilePath(tile);
    const found = known.get(path) ?? read(tile);
    known.set(path, found);
    return found;
  };
};

/** Returns the receipts of a person's own votes, in the order in which they were cast, once the votes are replicated. */
export const createReceipts =
  ({ readOwnVotes, tiles, published, year, replicated }: Deps) =>
  async (userId: SessionUserId): Promise<Receipt[]> => {
    // Read before the votes, so that a vote that is in the log meanwhile has no proof yet.
    const shown = published.current();
    const read = readingOnce(tiles.read);
    const receiptOf = async (vote: OwnVote): Promise<Receipt> => {
      const { nomination, niche, company, serverNonce, browserNonce, index } = vote;
      const opening = { serverNonce, browserNonce, category: `${nomination}/${niche}`, nominee: company };
      const leaf = voteLeaf(sha256, year, opening);
      const known = {
        nomination,
        niche,
        vote: company,
        serverNonce: serverNonce.toString('base64url'),
        browserNonce: browserNonce.toString('base64url'),
        leaf: encodeBase64(leaf),
      };
      if (index === null || shown === undefined || index >= shown.size) return { ...known, index: null, proof: null };
      const hashes = await inclusionFromTiles(sha256, read, index, shown.size);
      return { ...known, index, proof: formatProof({ extra: leaf, index, hashes, checkpoint: shown.cosigned }) };
    };
    const votes = await readOwnVotes(userId);
    if (votes.length > 0) await replicated();
    return Promise.all(votes.map(receiptOf));
  };
