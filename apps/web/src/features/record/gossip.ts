import { canVerify, compare } from './compare.ts';
import { type Evidence, keep, keepEvidence, readEvidence, readKept } from './kept.ts';
import type { PublicLog } from './log-reader.ts';

/** The least time between two comparisons in all tabs of this browser, milliseconds. */
export const PAUSE_MS = 10 * 60_000;
/** The most random time that is added to a pause, milliseconds, so that pages do not compare all at once. */
export const JITTER_MS = 5 * 60_000;

/** What the site shows, compared with what this browser saw before; `before` is the number of entries then. */
export type Shown =
  | { readonly is: 'continued'; readonly before: number; readonly size: number }
  | { readonly is: 'doubtful' | 'unreadable' | 'unsupported' }
  | { readonly is: 'contradicts'; readonly evidence: Evidence };

/**
 * Compares what the site shows with what this browser kept, and keeps the newer one, or the evidence of a
 * contradiction.
 * @param now milliseconds since 1970
 */
export const compareShown = async (log: PublicLog, now: number): Promise<Shown> => {
  const known = readEvidence();
  if (known !== undefined) return { is: 'contradicts', evidence: known };
  if (!(await canVerify())) return { is: 'unsupported' };
  try {
    const compared = await compare(log, readKept(), now);
    if (compared.is === 'wrong') {
      const { fault, kept, shown } = compared;
      const evidence = { fault, at: now, kept, shown };
      keepEvidence(evidence);
      return { is: 'contradicts', evidence };
    }
    keep(compared.keep);
    if (compared.is === 'doubtful') return { is: 'doubtful' };
    return { is: 'continued', before: compared.before, size: compared.shown.checkpoint.size };
  } catch {
    return { is: 'unreadable' };
  }
};

/**
 * Like compareShown, but does nothing if this browser compared in the last ten minutes. Every visitor's browser
 * compares. So a site that rewrites its record, or shows different ones to different people, is detected by visitors
 * who saw another one.
 * @returns the evidence if there is a contradiction, now or since an earlier visit
 */
export const compareNow = async (log: PublicLog, now: number): Promise<Evidence | undefined> => {
  const kept = readKept();
  if (kept !== undefined && Math.abs(now - kept.comparedAt) < PAUSE_MS) return readEvidence();
  const shown = await compareShown(log, now);
  return shown.is === 'contradicts' ? shown.evidence : undefined;
};
