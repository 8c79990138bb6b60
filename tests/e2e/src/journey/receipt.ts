import { setTimeout as sleep } from 'node:timers/promises';
import { type Receipt, receipts } from '@laurel/contracts/calls/receipts';
import { voteLeaf } from '@laurel/contracts/public-log/leaves';
import { openPromise } from '@laurel/contracts/public-log/promise';
import type { Vote } from '@laurel/contracts/records';
import { until } from '@laurel/support/until';
import { isSame } from '@laurel/tlog/bytes';
import { nodeVerifier, sha256 } from '@laurel/tlog/node';
import { parseVerifierKey } from '@laurel/tlog/note';
import { parseProof, verifyProof } from '@laurel/tlog/proof';
import type { VoterClient } from './client.ts';

const ASKS_EVERY_MS = 500;

/** A vote with the nonce that came with it and the promise of the answer. */
export type Promised = { vote: Vote; nonce: Uint8Array; promise: string | undefined };

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
/** Octets of base64 or base64url. */
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

/** The receipt of a vote once it is in the public log, which takes the delay of the edition; null if the log has stopped. */
const receiptOf = async (voter: VoterClient, vote: Vote): Promise<(Receipt & { proof: string }) | null> => {
  const { found } = await until('the vote in the public log', async () => {
    // Real time: the instance may be a live one, which has others to answer.
    await sleep(ASKS_EVERY_MS);
    const { status, body } = await voter.call('GET', '/vote/receipts');
    if (status === 404) return { found: null };
    if (status !== 200) throw new Error(`expected receipts, got ${status}: ${JSON.stringify(body)}`);
    const own = receipts.reply
      .parse(body)
      .find(({ nomination, niche }) => nomination === vote.nomination && niche === vote.niche);
    return own?.proof ? { found: { ...own, proof: own.proof } } : undefined;
  });
  return found;
};

/**
 * Checks a vote in the public log: the promise of its answer, its leaf, and the proof that the leaf is there.
 * @returns what was verified, or undefined if the log has stopped
 * @throws Error if something does not hold
 */
export const verifyReceipt = async (
  voter: VoterClient,
  verifierKey: string,
  year: number,
  { vote, nonce, promise }: Promised,
): Promise<string | undefined> => {
  const key = await parseVerifierKey(nodeVerifier, verifierKey);
  const receipt = await receiptOf(voter, vote);
  if (receipt === null) return undefined;
  if (receipt.browserNonce !== unpadded(nonce)) throw new Error('the receipt has another nonce than was sent');
  const category = `${vote.nomination}/${vote.niche}`;
  const serverNonce = bytesOf(receipt.serverNonce);
  const leaf = voteLeaf(sha256, year, { category, nominee: vote.vote, serverNonce, browserNonce: nonce });
  if (!isSame(leaf, bytesOf(receipt.leaf))) throw new Error('the leaf is not that of the vote');
  if (promise === undefined || !isSame(await openPromise(nodeVerifier, promise, key), leaf)) {
    throw new Error('the answer to the vote promised another leaf');
  }
  const proof = parseProof(receipt.proof);
  if (!proof.extra || !isSame(proof.extra, leaf)) throw new Error('the receipt is of another leaf');
  const { index, checkpoint } = await verifyProof(nodeVerifier, proof, leaf, { log: key, witnesses: [], quorum: 0 });
  return `leaf ${index} of ${checkpoint.size}`;
};
