import { logStatusSchema } from '@laurel/contracts/calls/log';
import { type Receipt, receipts } from '@laurel/contracts/calls/receipts';
import { callQuietly } from '../../lib/http.ts';
import { API_TIMEOUT_MS } from '../../lib/limits.ts';
import { endsAfter } from '../../lib/signals.ts';
import type { PublicLog } from './log-reader.ts';

/** What the page knows of the user's votes in the record. */
export type OwnRecord = {
  readonly receipts: readonly Receipt[];
  /** A vote is in the record after at most this time, seconds. */
  readonly delay: number;
  /** Whether the record has stopped: nothing enters it until the organisers have restored it. */
  readonly stopped: boolean;
};

/** The default delay, seconds (docs/public-log.md, "Order"). It is assumed if the log's status can't be read. */
const DEFAULT_DELAY = 600;

const statusOf = async ({ origin }: PublicLog, signal: AbortSignal): Promise<Pick<OwnRecord, 'delay' | 'stopped'>> => {
  try {
    const answer = await fetch(`${origin.slice(origin.indexOf('/'))}/status`, {
      signal: endsAfter(API_TIMEOUT_MS, signal),
    });
    return logStatusSchema.pick({ delay: true, stopped: true }).parse(await answer.json());
  } catch {
    return { delay: DEFAULT_DELAY, stopped: false };
  }
};

/**
 * Requests the receipts of the user's votes.
 * @throws ApiFailure
 */
export const fetchReceipts = (signal?: AbortSignal): Promise<Receipt[]> =>
  callQuietly(receipts, signal ? { signal } : {});

/**
 * Requests the receipts, and the delay and the state of the log.
 * @throws ApiFailure
 */
export const fetchRecord = async (log: PublicLog, signal: AbortSignal): Promise<OwnRecord> => {
  const [found, status] = await Promise.all([fetchReceipts(signal), statusOf(log, signal)]);
  return { receipts: found, ...status };
};
