import type { Receipt } from '@laurel/contracts/calls/receipts';
import { votingEndsAt } from '@laurel/contracts/phase';
import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { Vote } from '@laurel/contracts/records';
import type { LogFault } from './kept.ts';

/** What this browser kept when it cast a vote. */
export type KeptVote = {
  /** In base64url. */
  readonly nonce: string;
  /** The organisers' signed promise; undefined if the answer had none, or did not arrive. */
  readonly promise?: string | undefined;
  /** Whether the answer said that this vote was recorded. Otherwise the recorded one may be that of another browser. */
  readonly sure: boolean;
};

/**
 * The fault that a check finds in a vote or in the whole record (`LogFault`):
 * - `choice`: the vote does not open to the choice.
 * - `nonce`: the vote does not have the nonce that this browser sent.
 * - `promise`: the vote is not the promised one.
 * - `overdue`: the vote is not in the record in time.
 * - `proof`: the proof of the receipt does not lead to the record.
 * - `witness`: a witness did not make its signature.
 * - `missing`: the site has no receipt of the vote.
 */
export type Fault = 'choice' | 'nonce' | 'promise' | 'overdue' | 'proof' | 'witness' | 'missing' | LogFault;

/** The outcome of a check. */
export type Verdict =
  | {
      readonly is: 'recorded';
      /** The place in the record, from 0, and how many entries it has. */
      readonly index: number;
      readonly size: number;
      readonly cosigned: number;
      readonly witnesses: number;
      /** Whether it has the random number that this browser sent; false if another browser cast it. */
      readonly own: boolean;
      /** The number of entries that this browser saw before and that are still there; 0 at the first check. */
      readonly before: number;
    }
  /** Not yet in the record. */
  | { readonly is: 'waiting' }
  /** The record can't be read just now, or shows an older state than before, as a cache may. */
  | { readonly is: 'unreadable' | 'doubtful' }
  /** This browser can't verify signatures. */
  | { readonly is: 'unsupported' }
  | { readonly is: 'wrong'; readonly fault: Fault; readonly evidence: string };

/** The name of a category in the record. */
export const categoryOf = ({ nomination, niche }: Pick<Vote, 'nomination' | 'niche'>): string =>
  `${nomination}/${niche}`;

/** The name of a receipt's file. */
export const receiptName = (vote: Pick<Vote, 'nomination' | 'niche'>): string =>
  `vote-${vote.nomination}-${vote.niche}.tlog-proof`;

/** A vote that is not in the log is late this long after the log's delay, milliseconds. */
const LATE_MS = 5 * 60_000;

/**
 * Whether voting ended so long ago that each vote has to be in the record. Without a closing time, it ends with the
 * announcement.
 */
export const isOverdue = (
  phases: Pick<PublicEdition['phases'], 'votingClosesAt' | 'winnersAnnouncedAt'>,
  delaySeconds: number,
  now: Date,
): boolean => {
  const end = votingEndsAt(phases);
  return end !== null && now.getTime() > Date.parse(end) + delaySeconds * 1_000 + LATE_MS;
};

/** What a line of the list of votes says about the record. */
export type RecordState = 'recorded' | 'waiting' | 'stopped' | 'late' | 'missing';

/**
 * The state of a category before a check; undefined if nothing is known about it.
 * @param receipt undefined if the server names no vote there
 * @param sure whether this browser knows that its vote there was recorded
 * @param stopped whether the record has stopped
 */
export const stateOf = (
  receipt: Receipt | undefined,
  sure: boolean,
  overdue: boolean,
  stopped: boolean,
): RecordState | undefined => {
  if (receipt === undefined) return sure ? 'missing' : undefined;
  if (receipt.index !== null) return 'recorded';
  if (overdue) return 'late';
  return stopped ? 'stopped' : 'waiting';
};
