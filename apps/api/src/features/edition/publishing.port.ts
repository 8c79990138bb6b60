import type { EditionChange } from '@laurel/catalog/compare-editions';
import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { Organiser } from '@laurel/database/audit';
import type { GuardedChange, ImportOutcome } from '@laurel/database/editions';
import type { Difference } from './difference.store.ts';
import type { Proposal, PublishOrder } from './publishing.policy.ts';
import type { DraftRow, DraftSource, VersionRow } from './publishing.store.ts';

/**
 * The changes that publishing would make to the edition of a year, and the id of its newest version, with which it was compared.
 * `guarded` are those to which a second person must agree.
 */
export type SeenDifference = Difference & { year: number; live: number | null; guarded: readonly GuardedChange[] };
/** A draft; `proposedBy` is who proposed it, while that is valid. */
export type ListedDraft = Omit<DraftRow, 'proposal'> & { outdated: boolean; proposedBy: string | null };
/** A draft with its problems or its difference; `proposal` is one to which a second person can agree now. */
export type DraftView = Omit<ListedDraft, 'proposedBy'> & {
  problems: readonly EditionProblem[];
  warnings: readonly EditionProblem[];
  difference: SeenDifference | null;
  proposal: Proposal | null;
  /** An earlier draft that is the same. */
  sameAs: number | null;
  /** The older version that it was made from, and the fields that both it and later versions changed: live, and in the draft. */
  older: { version: number; conflicts: readonly EditionChange[] } | null;
  /** The older version that a file was made from which was merged as it was uploaded. */
  merged?: number | null;
};
/** How a person decides the conflicts of a draft: the fields that are taken from it, those that stay, and the live version that they saw. */
export type MergeChoice = { draft: readonly string[]; live: readonly string[]; expected: number };
export type VersionView = VersionRow & Pick<DraftView, 'problems' | 'difference'>;

export type Publishing = {
  /** Stores an upload as a draft. @throws AppError console.upload_refused */
  upload(source: DraftSource, content: Buffer, actor: string): Promise<DraftView>;
  /** @throws AppError console.not_found */
  draft(id: number): Promise<DraftView>;
  /** Deletes a draft that was not published. @throws AppError console.not_found */
  deleteDraft(id: number, organiser: Organiser): Promise<void>;
  /** The newest drafts. `outdated` is relative to the live edition with this id. */
  drafts(live: number): Promise<ListedDraft[]>;
  /** At most `limit` published editions with an id below `after`, or the newest if it is null; newest first. */
  versions(after: number | null, limit: number): Promise<VersionRow[]>;
  /** @throws AppError console.not_found */
  version(id: number): Promise<VersionView>;
  /** The folder of a version as a zip. @throws AppError console.not_found */
  archive(id: number): Promise<{ year: number | null; zip: Buffer }>;
  /** The folder of a draft without problems as a zip. @throws AppError console.not_found */
  draftArchive(id: number): Promise<Buffer>;
  /**
   * Proposes a draft to a second person, who publishes it.
   * @throws AppError as `publishDraft`, or console.changed if it needs no second person or the same is proposed already
   */
  propose(id: number, order: PublishOrder): Promise<void>;
  /** How many drafts wait for this person as the second one. */
  waiting(actor: string): Promise<number>;
  /**
   * Publishes a draft, which somebody else must have proposed if two people must agree.
   * @throws AppError if it does not exist, has problems or is outdated, or if the database refuses it
   */
  publishDraft(id: number, order: PublishOrder): Promise<ImportOutcome>;
  /** Publishes a version again. @throws AppError as `publishDraft` */
  publishVersion(id: number, order: PublishOrder): Promise<ImportOutcome>;
  /** Stores files as a draft. @returns its id */
  keepFiles(files: ReadonlyMap<string, Buffer>, actor: string): Promise<number>;
  /**
   * Brings the changes of a draft that was made from an older version into the live one.
   * @throws AppError console.not_found, console.draft_problems, or console.changed if there is nothing to merge, or another conflict
   */
  merge(id: number, choice: MergeChoice, actor: string): Promise<DraftView>;
  /** Makes a draft of a version, to propose it. @throws AppError console.not_found */
  copyVersion(id: number, actor: string): Promise<DraftView>;
};
