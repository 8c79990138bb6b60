import type { ExclusionState } from '@laurel/contracts/console/exclusion-records';
import { selectionWith } from '@laurel/contracts/console/selection';
import type { Language } from '@laurel/contracts/languages';
import { z } from 'zod';

/**
 * The criteria that select votes, with the database's ids of nominees and categories. A vote must match all given keys;
 * for each key, one of the values. The database function selected_votes() applies them.
 */
export const selectionSchema = selectionWith({ nominee: z.int(), category: z.int() });
export type Selection = z.output<typeof selectionSchema>;

/** The reason that is published and mailed, in every language of the site. */
export type PublicReason = Record<Language, string>;

/** A stored exclusion. */
export type Exclusion = {
  id: number;
  selection: Selection;
  publicReason: PublicReason;
  reason: string;
  evidence: string | null;
  /** How many people must agree to a step now: 1, or 2 if a second person must approve. */
  approvals: number;
  votes: number;
  voters: number;
  proposedAt: Date;
  proposedBy: string;
  approved: boolean | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  appliedAt: Date | null;
  appliedBy: string | null;
  undoProposedAt: Date | null;
  undoProposedBy: string | null;
  undoReason: string | null;
  undoneAt: Date | null;
  undoneBy: string | null;
  /** The number of objections of the people concerned, and of those without an answer. */
  objections: number;
  openObjections: number;
};

/** An exclusion in a list: without the fields that may be long. */
export type ListedExclusion = Omit<Exclusion, 'selection' | 'evidence'>;

/**
 * How long a proposal can be approved, an approved one applied, and a proposed undo carried out, milliseconds. The
 * database has the same rule.
 */
export const VALID_MS = 24 * 3_600_000;

/** The state of an exclusion at a time. */
export const stateOf = (exclusion: ListedExclusion, now: Date): ExclusionState => {
  if (exclusion.undoneAt) return 'undone';
  if (exclusion.appliedAt) return 'applied';
  if (exclusion.approved === false) return 'refused';
  const since = exclusion.decidedAt ?? exclusion.proposedAt;
  if (now.getTime() - since.getTime() >= VALID_MS) return 'expired';
  return exclusion.approved ? 'approved' : 'proposed';
};

/** The proposal to undo an applied exclusion; undefined if there is none that is still valid. */
export const openUndo = (
  exclusion: ListedExclusion,
  now: Date,
): { by: string; reason: string; until: Date } | undefined => {
  const { undoProposedAt, undoProposedBy: by, undoReason: reason } = exclusion;
  if (!undoProposedAt || by === null || reason === null || stateOf(exclusion, now) !== 'applied') return undefined;
  const until = new Date(undoProposedAt.getTime() + VALID_MS);
  return now < until ? { by, reason, until } : undefined;
};

/**
 * The time until which a proposal can be approved or applied, or a proposed undo carried out; undefined if there is
 * none.
 */
export const validUntil = (exclusion: ListedExclusion, now: Date): Date | undefined => {
  const state = stateOf(exclusion, now);
  if (state === 'applied') return openUndo(exclusion, now)?.until;
  if (state !== 'proposed' && state !== 'approved') return undefined;
  return new Date((exclusion.decidedAt ?? exclusion.proposedAt).getTime() + VALID_MS);
};

/** A nominee's counted votes, and the votes that a step would remove (negative) or return (positive). */
export type NomineeChange = {
  nomination: string;
  niche: string;
  nomineeId: number;
  company: string;
  withdrawn: boolean;
  votes: number;
  change: number;
};

/** A nominee with its rank in the statistics. */
export type Ranked = { company: string; votes: number; percentage: number | null; rank: number | null };
export type Ranking = { winners: string[]; nominees: readonly Ranked[] };
/** Ranks the nominees of one category. */
export type Rank = (
  category: { nomination: string; niche: string },
  counted: readonly { nomineeId: number; company: string; votes: number; withdrawn: boolean }[],
) => Ranking;

/** The effect of a step on one category. */
export type CategoryEffect = {
  nomination: string;
  niche: string;
  votes: number;
  before: Ranking;
  after: Ranking;
  /** Whether other nominees would win. */
  winnersChange: boolean;
  /** Whether an embargo hides nominees and winners. The rankings are then empty. */
  hidden: boolean;
};

/**
 * The categories that a step changes, with their rankings before and after it.
 * @param rank undefined under an embargo
 */
export const effectsOf = (changes: readonly NomineeChange[], rank: Rank | undefined): CategoryEffect[] => {
  const categories = Map.groupBy(changes, ({ nomination, niche }) => `${nomination}/${niche}`);
  return [...categories.values()].flatMap((nominees): CategoryEffect[] => {
    const [first] = nominees;
    const votes = nominees.reduce((sum, { change }) => sum + Math.abs(change), 0);
    if (!first || votes === 0) return [];
    const { nomination, niche } = first;
    if (!rank) {
      const none: Ranking = { winners: [], nominees: [] };
      return [{ nomination, niche, votes, before: none, after: none, winnersChange: false, hidden: true }];
    }
    const before = rank(first, nominees);
    const after = rank(
      first,
      nominees.map((each) => ({ ...each, votes: each.votes + each.change })),
    );
    const winnersChange = before.winners.toSorted().join() !== after.winners.toSorted().join();
    return [{ nomination, niche, votes, before, after, winnersChange, hidden: false }];
  });
};
