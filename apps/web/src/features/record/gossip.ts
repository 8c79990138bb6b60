import { canVerify, compare } from './compare.ts';
import { type Evidence, keep, keepEvidence, readEvidence, readKept } from './kept.ts';
import type { PublicLog } from './log-reader.ts';

/** All tabs of this browser together compare no more often, milliseconds. */
export const PAUSE_MS = 10 * 60_000;
/** How much longer a pause may be, so that pages that were opened together do not ask together. */
export const JITTER_MS = 5 * 60_000;

/**
 * Compares what the site shows with what this browser kept, unless it did so in the last ten minutes. Each visitor does: a site
 * that shows different records to different people, or rewrites its record, is found by those who came before.
 * @param now milliseconds since 1970
 * @returns the evidence if there is a contradiction, now or since an earlier visit
 */
export const compareNow = async (log: PublicLog, now: number): Promise<Evidence | undefined> => {
  const found = readEvidence();
  const kept = readKept();
  const isFresh = kept !== undefined && Math.abs(now - kept.comparedAt) < PAUSE_MS;
  if (found !== undefined || isFresh || !(await canVerify())) return found;
  try {
    const compared = await compare(log, kept, now);
    if (compared.is === 'wrong')
      keepEvidence({ fault: compared.fault, at: now, kept: compared.kept, shown: compared.shown });
    else keep(compared.keep);
  } catch {
    // No answer is no news: the next comparison asks again.
  }
  return readEvidence();
};
