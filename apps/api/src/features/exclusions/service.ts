import type { Organiser } from '@laurel/database/audit';
import type pg from 'pg';
import {
  type CategoryEffect,
  type Exclusion,
  ExclusionRefusedError,
  effectsOf,
  type PublicReason,
  type Rank,
  refusalOf,
  type Selection,
  type Step,
} from './policy.ts';
import {
  applyExclusion,
  changesOf,
  countCast,
  countLater,
  decideProposal,
  type HeldVote,
  insertProposal,
  inTransactionOn,
  type People,
  peopleOf,
  type Queryable,
  readExclusion,
  readExclusions,
  readHeldVotes,
  sampleAccounts,
} from './store.ts';

/** Accounts that a preview shows. */
const SAMPLE = 10;

/** What applying an exclusion would change, or undoing it once it is applied. */
export type Preview = {
  exclusion: Exclusion;
  categories: CategoryEffect[];
  people: People;
  /** Votes that match the selection and were cast after the proposal; the exclusion does not hold them. */
  later: number;
  /** Some of the accounts, with masked addresses. */
  sample: { id: string; email: string }[];
};

/** A selection with its reasons. */
export type Draft = { selection: Selection; publicReason: PublicReason; evidence: string | null; organiser: Organiser };

type Deps = {
  pool: pg.Pool;
  now(): Date;
  /** How many people must agree, by the edition. */
  approvals(): number;
  rank: Rank;
  /** Whether numbers by nominee are hidden from the staff. */
  isEmbargoed(): boolean;
  maskEmail(email: string): string;
};

export type Exclusions = {
  list(): Promise<Exclusion[]>;
  /** @throws ExclusionRefusedError if there is no such exclusion */
  preview(id: number): Promise<Preview>;
  /** The preview of a selection that is not proposed. Changes nothing. @throws ExclusionRefusedError */
  rehearse(draft: Draft): Promise<Preview>;
  /** Stores a selection with the votes that match now. @throws ExclusionRefusedError if none or all match */
  propose(draft: Draft): Promise<Preview>;
  /** Why a step is not possible; undefined if it is. @throws ExclusionRefusedError if there is no such exclusion */
  refusal(id: number, step: Step, actor: string): Promise<string | undefined>;
  /** Makes a step, with its entry in the audit log. @throws ExclusionRefusedError if it is not possible */
  take(id: number, step: Step, organiser: Organiser): Promise<void>;
  /** The votes that an exclusion holds. @throws ExclusionRefusedError if there is no such exclusion */
  heldVotes(id: number): Promise<HeldVote[]>;
};

const EMBARGO = 'Numbers by nominee are hidden until the winners are announced (results.staff: embargo).';

/** Exclusions: decisions to leave votes out of the count, over votes that stay as they are. */
export const createExclusions = ({ pool, now, approvals, rank, isEmbargoed, maskEmail }: Deps): Exclusions => {
  const find = async (db: Queryable, id: number): Promise<Exclusion> => {
    const exclusion = await readExclusion(db, id);
    if (!exclusion) throw new ExclusionRefusedError(`There is no exclusion ${id}: see "laurel exclusions list".`);
    return exclusion;
  };

  const previewOf = async (db: Queryable, id: number): Promise<Preview> => {
    const exclusion = await find(db, id);
    const isApplied = exclusion.appliedAt !== null && exclusion.undoneAt === null;
    const sample = await sampleAccounts(db, id, SAMPLE);
    return {
      exclusion,
      categories: effectsOf(await changesOf(db, id, isApplied), isEmbargoed() ? undefined : rank),
      people: await peopleOf(db, id),
      later: await countLater(db, id),
      sample: sample.map((account) => ({ ...account, email: maskEmail(account.email) })),
    };
  };

  const proposeIn = async (db: Queryable, draft: Draft): Promise<Preview> => {
    // The number of votes that match would be the number of the nominee.
    if (draft.selection.nominees && isEmbargoed())
      throw new ExclusionRefusedError(`${EMBARGO} Select by something else.`);
    const id = await insertProposal(db, { ...draft, approvals: approvals(), now: now() });
    if (id === undefined) throw new ExclusionRefusedError('No vote matches this selection.');
    const preview = await previewOf(db, id);
    if (preview.exclusion.votes >= (await countCast(db))) {
      throw new ExclusionRefusedError('This selection matches every vote. Add a criterion.');
    }
    return preview;
  };

  const refusal = async (id: number, step: Step, actor: string): Promise<string | undefined> =>
    refusalOf(await find(pool, id), step, actor, now());

  return {
    list: () => readExclusions(pool),
    preview: (id) => inTransactionOn(pool, false, (db) => previewOf(db, id)),
    rehearse: (draft) => inTransactionOn(pool, false, (db) => proposeIn(db, draft)),
    propose: (draft) => inTransactionOn(pool, true, (db) => proposeIn(db, draft)),
    refusal,
    take: async (id, step, organiser) => {
      const change = { id, organiser, now: now() };
      const done = await inTransactionOn(pool, true, (db) =>
        step === 'approve' || step === 'refuse'
          ? decideProposal(db, step === 'approve', change)
          : applyExclusion(db, step === 'undo', change),
      );
      if (done) return;
      // Somebody may have decided meanwhile, so the reason is read after the attempt.
      const why = await refusal(id, step, organiser.actor);
      throw new ExclusionRefusedError(why ?? `Exclusion ${id} was changed meanwhile. Try again.`);
    },
    heldVotes: async (id) => {
      await find(pool, id);
      if (isEmbargoed()) throw new ExclusionRefusedError(EMBARGO);
      return readHeldVotes(pool, id);
    },
  };
};
