import type { ExclusionWait } from '@laurel/contracts/console/calls/exclusions';
import { FEW_PEOPLE } from '@laurel/contracts/console/exclusion-records';
import { inEachLanguage } from '@laurel/contracts/languages';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import {
  type Concerned,
  type HeldVote,
  type People,
  peopleOf,
  readBallot,
  readConcerned,
  readHeldVotes,
  recordExport,
} from './held.store.ts';
import { createLooks } from './looks.service.ts';
import {
  type CategoryEffect,
  type Exclusion,
  effectsOf,
  type ListedExclusion,
  type PublicReason,
  type Rank,
  type Selection,
} from './policy.ts';
import { ExclusionRefusedError, matchRefusal, type Refusal, refusalOf, type Step } from './refusal.policy.ts';
import type { BallotNominee } from './selection.policy.ts';
import {
  applyExclusion,
  type Change,
  changesOf,
  countCast,
  countWaiting,
  decideProposal,
  differenceSince,
  insertProposal,
  inTransactionOn,
  proposeUndo,
  readExclusion,
  readExclusions,
} from './store.ts';

/** How many accounts a preview shows. */
const SAMPLE = 10;
/** Higher than the id of every exclusion. */
const NEWEST = 2_147_483_647;

/**
 * The differences between the votes that match now and those that an exclusion holds. A number is null if it would be a
 * nominee's hidden number.
 */
type Difference = {
  /** Votes that match the selection but were cast after the proposal, so that the exclusion does not hold them. */
  later: number | null;
  /** Votes that it holds but that no longer match: an account was erased, or its visits were deleted. */
  unmatched: number | null;
};

/** The effect of applying an exclusion, or of undoing an applied one. */
export type Preview = Difference & {
  exclusion: Exclusion;
  /** All votes that were cast. */
  cast: number;
  categories: CategoryEffect[];
  people: People;
  /** Some of the accounts, with masked addresses. */
  sample: Concerned[];
};

/** A selection with its reasons. */
export type Draft = {
  selection: Selection;
  publicReason: PublicReason;
  evidence: string | null;
  organiser: Organiser;
  /** Confirms a selection that matches more than half of all votes. */
  moreThanHalf: boolean;
};

type Deps = {
  pool: pg.Pool;
  /** Connections for selections, which read whole tables. */
  longPool: pg.Pool;
  now(): Date;
  /** How many people must agree, from the edition. */
  approvals(): number;
  rank(): Promise<Rank>;
  /** Whether numbers by nominee are hidden from the staff. */
  isEmbargoed(): boolean;
  maskEmail(email: string): string;
};

export type Viewer = {
  organiser: Organiser;
  /** Whether the person may see whose votes an exclusion holds. */
  knowsPeople: boolean;
};

type Page<After> = { after?: After | undefined; limit: number };

export type Exclusions = {
  /** A page, the newest first. `after` is the id of the last exclusion of the page before. */
  list(page: Page<number> & { waits?: ExclusionWait | undefined }): Promise<ListedExclusion[]>;
  /** @throws ExclusionRefusedError if there is no such exclusion */
  find(id: number): Promise<Exclusion>;
  /**
   * Whether a person may see the criteria and the effect of an exclusion, which of few people show how they voted.
   * Records that the person looks at those.
   */
  shows(exclusion: Exclusion, viewer: Viewer): Promise<boolean>;
  /** @throws ExclusionRefusedError if there is no such exclusion */
  preview(id: number, viewer: Viewer): Promise<Preview>;
  /**
   * Previews a selection without a proposal. Changes nothing, and records that the organiser looked.
   * @throws ExclusionRefusedError if no vote or every vote matches; under an embargo, for a selection by nominee
   */
  rehearse(selection: Selection, organiser: Organiser): Promise<Preview>;
  /**
   * Stores a selection with the votes that match now. A refusal is recorded as in `rehearse`.
   * @throws ExclusionRefusedError as `rehearse`, or if more than half of all votes match and that is not confirmed
   */
  propose(draft: Draft): Promise<Preview>;
  /**
   * The reason why a step is not possible; undefined if it is.
   * @throws ExclusionRefusedError if there is no such exclusion
   */
  refusal(id: number, step: Step, actor: string): Promise<Refusal | undefined>;
  /** Makes a step, with its entry in the audit log. @throws ExclusionRefusedError if it is not possible */
  take(id: number, step: Step, organiser: Organiser): Promise<void>;
  /**
   * An exclusion whose votes may be exported now.
   * @throws ExclusionRefusedError if there is none, or an embargo hides numbers
   */
  exportable(id: number): Promise<Exclusion>;
  /**
   * Records an export in the audit log, then returns the votes that the exclusion holds, in parts.
   * @throws ExclusionRefusedError as `exportable`
   */
  exportVotes(id: number, organiser: Organiser): Promise<AsyncIterable<readonly HeldVote[]>>;
  /**
   * Accounts whose votes an exclusion holds, with masked addresses.
   * @throws ExclusionRefusedError if there is no such exclusion
   */
  concerned(id: number, page: Page<string>): Promise<{ people: Concerned[]; next: string | null }>;
  /** All nominees, for the names in selections. */
  ballot(): Promise<BallotNominee[]>;
  /** The number of exclusions that wait for a decision, and of objections that wait for an answer. */
  waiting(): Promise<{ exclusions: number; objections: number }>;
};

const STEPS: Readonly<Record<Step, (db: Queryable, change: Change) => Promise<boolean>>> = {
  approve: (db, change) => decideProposal(db, true, change),
  refuse: (db, change) => decideProposal(db, false, change),
  apply: (db, change) => applyExclusion(db, false, change),
  'propose-undo': proposeUndo,
  undo: (db, change) => applyExclusion(db, true, change),
};

/**
 * Creates the service for exclusions: decisions to leave votes out of the count. The votes themselves do not change.
 */
export const createExclusions = ({
  pool,
  longPool,
  now,
  approvals,
  rank,
  isEmbargoed,
  maskEmail,
}: Deps): Exclusions => {
  const looks = createLooks({ longPool, now });

  const find = async (db: Queryable, id: number): Promise<Exclusion> => {
    const exclusion = await readExclusion(db, id);
    if (!exclusion) throw new ExclusionRefusedError({ why: 'unknown', id });
    return exclusion;
  };

  /** An embargo hides numbers of votes by nominee. */
  const refuseEmbargoed = (): void => {
    if (isEmbargoed()) throw new ExclusionRefusedError({ why: 'embargo' });
  };

  const exportable = async (id: number): Promise<Exclusion> => {
    const exclusion = await find(pool, id);
    refuseEmbargoed();
    return exclusion;
  };

  const concernedIn = async (db: Queryable, id: number, page: Page<string>) => {
    const { people, next } = await readConcerned(db, { id, ...page });
    return { people: people.map((each) => ({ ...each, email: maskEmail(each.email) })), next };
  };

  const shows = async (exclusion: Exclusion, { organiser, knowsPeople }: Viewer): Promise<boolean> => {
    if (exclusion.voters >= FEW_PEOPLE) return true;
    if (knowsPeople) await looks.recordStored(exclusion, organiser);
    return knowsPeople;
  };

  /**
   * @param since how the votes differ from those of the proposal
   * @param shown whether nominees and shares are shown
   */
  const previewOf = async (db: Queryable, id: number, since: Difference, shown = true): Promise<Preview> => {
    const exclusion = await find(db, id);
    const isApplied = exclusion.appliedAt !== null && exclusion.undoneAt === null;
    return {
      exclusion,
      cast: await countCast(db),
      categories: effectsOf(await changesOf(db, id, isApplied), shown && !isEmbargoed() ? await rank() : undefined),
      people: await peopleOf(db, id),
      ...since,
      sample: (await concernedIn(db, id, { limit: SAMPLE })).people,
    };
  };

  /** Whether the number of matching votes is hidden: under an embargo it would be the nominee's number. */
  const hidesMatches = ({ nominees }: Selection): boolean => nominees !== undefined && isEmbargoed();

  const proposeIn = async (db: Queryable, draft: Draft, isPreview: boolean): Promise<Preview> => {
    const id = await insertProposal(db, { ...draft, approvals: approvals(), isPreview, now: now() });
    if (id === undefined) throw new ExclusionRefusedError({ why: 'no-vote' });
    const preview = await previewOf(db, id, { later: 0, unmatched: 0 });
    const refusal = matchRefusal({ votes: preview.exclusion.votes, cast: preview.cast }, draft.moreThanHalf);
    if (refusal) throw new ExclusionRefusedError(refusal);
    return preview;
  };

  const previewSelection = (selection: Selection): Promise<Preview> => {
    const publicReason = inEachLanguage(() => 'rehearsal');
    const by = { actor: 'rehearsal', reason: 'rehearsal' };
    const draft = { selection, publicReason, evidence: null, organiser: by, moreThanHalf: true };
    return inTransactionOn(longPool, false, (db) => proposeIn(db, draft, true));
  };

  /** Runs work that matches a selection. If it is refused, records that the organiser looked. */
  const recordingRefusals = async <T>(
    { selection, organiser }: Pick<Draft, 'selection' | 'organiser'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ExclusionRefusedError) await looks.record(selection, organiser);
      throw error;
    }
  };

  const refusal = async (id: number, step: Step, actor: string): Promise<Refusal | undefined> =>
    refusalOf(await find(pool, id), step, actor, now());

  return {
    list: ({ after: before = NEWEST, ...rest }) => readExclusions(pool, { ...rest, before, now: now() }),
    find: (id) => find(pool, id),
    shows,
    preview: async (id, viewer) => {
      const exclusion = await find(pool, id);
      const shown = await shows(exclusion, viewer);
      return inTransactionOn(longPool, false, async (db) => {
        // The exclusion may have been proposed before the embargo began.
        const hidden = { later: null, unmatched: null };
        const since = hidesMatches(exclusion.selection) ? hidden : await differenceSince(db, id);
        return previewOf(db, id, since, shown);
      });
    },
    rehearse: async (selection, organiser) => {
      if (selection.nominees) refuseEmbargoed();
      const preview = await recordingRefusals({ selection, organiser }, () => previewSelection(selection));
      await looks.record(selection, organiser, preview);
      return preview;
    },
    propose: async (draft) => {
      if (draft.selection.nominees) refuseEmbargoed();
      return recordingRefusals(draft, () => inTransactionOn(longPool, true, (db) => proposeIn(db, draft, false)));
    },
    refusal,
    take: async (id, step, organiser) => {
      const change = { id, organiser, now: now() };
      const done = await inTransactionOn(longPool, true, (db) => STEPS[step](db, change));
      if (done) return;
      // Somebody may have decided meanwhile, so the reason is read after the attempt.
      const why = await refusal(id, step, organiser.actor);
      throw new ExclusionRefusedError(why ?? { why: 'meanwhile', id });
    },
    exportable,
    exportVotes: async (id, organiser) => {
      await exportable(id);
      await inTransactionOn(longPool, true, (db) => recordExport(db, id, organiser, now()));
      return readHeldVotes(pool, id);
    },
    concerned: async (id, page) => {
      await find(pool, id);
      return concernedIn(pool, id, page);
    },
    ballot: () => readBallot(pool),
    waiting: () => countWaiting(pool, now()),
  };
};
