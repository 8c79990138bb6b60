import { createHash } from 'node:crypto';
import type { TieBreak } from './port.ts';

/** The lot of a nominee: a hash that anybody can compute. Nobody knows it before the last vote is in the log. */
const lotOf = (root: string, category: string, company: string): string =>
  createHash('sha256').update(`${root}\n${category}\n${company}\n`).digest('hex');

/**
 * The winner of a draw among equal nominees: the smallest lot (docs/public-log.md). Undefined if they win together, or nothing has to be
 * decided.
 */
export const drawnOf = (
  { nomination, niche }: { readonly nomination: string; readonly niche: string },
  tied: readonly string[],
  tieBreak: TieBreak,
): string | undefined => {
  if (tieBreak.rule !== 'draw' || tied.length < 2) return undefined;
  const lots = tied.map((company) => ({ company, lot: lotOf(tieBreak.root, `${nomination}/${niche}`, company) }));
  return lots.toSorted((one, other) => (one.lot < other.lot ? -1 : 1))[0]?.company;
};
