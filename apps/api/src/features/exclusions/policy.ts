import { LANGUAGES } from '@laurel/contracts/languages';
import { z } from 'zod';

const MOST_IDS = 100_000;
const ids = z.array(z.guid()).min(1).max(MOST_IDS);
const numbers = z.array(z.int()).min(1);
const texts = (pattern: RegExp, rule: string) => z.array(z.string().trim().regex(pattern, rule)).min(1);
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]);

/**
 * The criteria that select votes. Criteria of different keys must all match; of the values of one key, any may match. The
 * function selected_votes() of the database evaluates it.
 */
export const selectionSchema = z
  .strictObject({
    voters: ids,
    accounts: ids,
    /** Ids of nominees and categories. */
    nominees: numbers,
    categories: numbers,
    networks: z
      .array(z.union([z.cidrv4(), z.cidrv6()], 'must be a network like 203.0.113.0/24 or 2001:db8::/48'))
      .min(1),
    numbers: texts(
      /^\+[1-9]\d{0,7}$/,
      'must be the beginning of numbers: a plus and at most eight digits, like +38067',
    ),
    timeZones: texts(/^[\w+-]+(\/[\w+-]+)*$/, 'must be a time zone like Europe/Kyiv'),
    userAgents: texts(/^.{3,200}$/, 'must be 3 to 200 characters of the user agent'),
    mailDomains: texts(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain like example.org'),
    from: moment,
    until: moment,
  })
  .partial()
  .refine((selection) => Object.keys(selection).length > 0, 'must have at least one criterion');
export type Selection = z.output<typeof selectionSchema>;

const REASON_MAX = 500;
/** The reason that is published, in every language of the site. */
export const publicReasonSchema = z.record(z.enum(LANGUAGES), z.string().trim().min(1).max(REASON_MAX));
export type PublicReason = z.output<typeof publicReasonSchema>;

/** A stored exclusion. */
export type Exclusion = {
  id: number;
  selection: Selection;
  publicReason: PublicReason;
  reason: string;
  evidence: string | null;
  /** How many people must agree: one, or a second person who approves. */
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
  undoneAt: Date | null;
  undoneBy: string | null;
};

/** A step that is not possible; the message says why, and what to do instead. Nothing was changed. */
export class ExclusionRefusedError extends Error {
  override name = 'ExclusionRefusedError';
}

/** A proposal can be approved, and an approved one applied, within this time, milliseconds. The database has the same rule. */
export const VALID_MS = 24 * 3_600_000;

export type ExclusionState = 'proposed' | 'approved' | 'refused' | 'expired' | 'applied' | 'undone';

/** The state of an exclusion at a time. */
export const stateOf = (exclusion: Exclusion, now: Date): ExclusionState => {
  if (exclusion.undoneAt) return 'undone';
  if (exclusion.appliedAt) return 'applied';
  if (exclusion.approved === false) return 'refused';
  const since = exclusion.decidedAt ?? exclusion.proposedAt;
  if (now.getTime() - since.getTime() >= VALID_MS) return 'expired';
  return exclusion.approved ? 'approved' : 'proposed';
};

export type Step = 'approve' | 'refuse' | 'apply' | 'undo';

const NEEDS: Record<Step, readonly ExclusionState[]> = {
  approve: ['proposed'],
  refuse: ['proposed'],
  apply: ['proposed', 'approved'],
  undo: ['applied'],
};
const STATE_TEXT: Record<ExclusionState, string> = {
  proposed: 'is proposed and not applied',
  approved: 'is approved and not applied',
  refused: 'was refused',
  expired: 'expired: a proposal is valid for 24 hours. Propose it again',
  applied: 'is applied already',
  undone: 'was undone. Propose it again to apply it',
};

/** Why a step is not possible; undefined if it is. */
export const refusalOf = (exclusion: Exclusion, step: Step, actor: string, now: Date): string | undefined => {
  const state = stateOf(exclusion, now);
  if (!NEEDS[step].includes(state)) return `Exclusion ${exclusion.id} ${STATE_TEXT[state]}.`;
  if (step === 'apply' && state === 'proposed' && exclusion.approvals > 1) {
    return `Exclusion ${exclusion.id} needs the approval of a second person first: laurel exclusions approve ${exclusion.id}`;
  }
  const decides = step === 'approve' || step === 'refuse';
  if (decides && actor === exclusion.proposedBy) {
    return `${actor} proposed exclusion ${exclusion.id}: somebody else must ${step} it.`;
  }
  return undefined;
};

/** A nominee's votes that count now, and those that a step would remove (negative) or return. */
export type NomineeChange = {
  nomination: string;
  niche: string;
  nomineeId: number;
  company: string;
  withdrawn: boolean;
  votes: number;
  change: number;
};

/** A ranked nominee, as the statistics rank it. */
export type Ranked = { company: string; votes: number; percentage: number | null; rank: number | null };
export type Ranking = { winners: string[]; nominees: readonly Ranked[] };
/** Ranks the nominees of one category. */
export type Rank = (
  category: { nomination: string; niche: string },
  counted: readonly { nomineeId: number; company: string; votes: number; withdrawn: boolean }[],
) => Ranking;

/** The effect on one category. */
export type CategoryEffect = {
  nomination: string;
  niche: string;
  votes: number;
  before: Ranking;
  after: Ranking;
  /** Whether other nominees would win. */
  winnersChange: boolean;
  /** Under an embargo nominees and winners are hidden: the rankings are empty. */
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
