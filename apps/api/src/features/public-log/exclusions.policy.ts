// What the log says about exclusions, and whether the database still says the same.
import type { DecisionGroup } from '@laurel/contracts/calls/decisions';
import { type ExclusionLeaf, encodeLeaf, placesCommitment } from '@laurel/contracts/public-log/leaves';
import { isSame } from '@laurel/tlog/bytes';
import type { Sha256 } from '@laurel/tlog/port';

/** What the database has of an exclusion. */
export type Held = {
  isApplied: boolean;
  isUndone: boolean;
  salt: Uint8Array;
  /** The places of its votes in the log, ascending. */
  places: readonly number[];
  /** Its votes that are not in the log yet. */
  waiting: number;
};

/** By the exclusion's number. */
export type HeldVotes = ReadonlyMap<number, Held>;

/** A leaf of an exclusion, without the commitment to its votes. */
type Announced = Pick<ExclusionLeaf, 'number' | 'state' | 'categories' | 'reason'> & { ref: string; at: string };

/**
 * The leaves of a published group of decisions. Of several decisions together only the sums of all are published, so
 * the leaf of each decision lists the categories of all, without numbers.
 */
export const exclusionLeaves = ({ decisions, categories }: DecisionGroup): Announced[] => {
  const alone = decisions.length === 1;
  const counts = categories.map(({ nomination, niche, votes }) => ({
    category: `${nomination}/${niche}`,
    votes: alone ? votes : null,
  }));
  return decisions.flatMap(({ number, appliedAt, undoneAt, reason }) => {
    const leafOf = (state: 'applied' | 'undone', at: string): Announced => ({
      ref: `${number} ${state}`,
      at,
      number,
      state,
      categories: counts,
      reason,
    });
    const applied = leafOf('applied', appliedAt);
    return undoneAt === null ? [applied] : [applied, leafOf('undone', undoneAt)];
  });
};

/** The item of an exclusion, whose leaf commits to its votes. */
export const exclusionItem = (sha256: Sha256, year: number, announced: Announced, held: HeldVotes) => {
  const { ref, number, state, categories, reason } = announced;
  const own = held.get(number);
  if (!own) throw new Error(`there is no exclusion ${number}`);
  const places = placesCommitment(sha256, own.salt, own.places);
  const leaf = encodeLeaf({ type: 'exclusion', year, number, state, categories, reason, places });
  return { kind: 'exclusion' as const, ref, content: null, leaf };
};

/** In what the database contradicts a leaf of an exclusion, in English; undefined if it does not. */
export const contradictionOf = (
  sha256: Sha256,
  { number, state, places }: ExclusionLeaf,
  index: number,
  held: Held | undefined,
): string | undefined => {
  const about = `leaf ${index} says that exclusion ${number} was ${state}`;
  if (!(state === 'applied' ? held?.isApplied : held?.isUndone)) return `${about}, and the database does not`;
  if (!held || places === null) return undefined;
  const isOwn = held.waiting === 0 && isSame(placesCommitment(sha256, held.salt, held.places), places);
  return isOwn ? undefined : `${about}, for other votes than the database has for it now`;
};
