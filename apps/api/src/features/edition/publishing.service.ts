import { ARCHIVE_LIMITS, ArchiveError, readEditionArchive, writeEditionArchive } from '@laurel/catalog/edition-archive';
import { filesOf } from '@laurel/catalog/edition-files';
import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type {
  GuardedChange,
  ImportOptions,
  ImportOutcome,
  ImportRefusedError,
  StoredEdition,
} from '@laurel/database/editions';
import type pg from 'pg';
import { AppError } from '../../app-error.ts';
import { type Difference, readDifference } from './difference.store.ts';
import { isOpen, isOutdated, type Proposal, proposerOf, VALID_MS, type WantedEdition } from './publishing.policy.ts';
import {
  countProposed,
  type DraftRow,
  type DraftSource,
  proposeEdition,
  publishEdition,
  readDraft,
  readDrafts,
  readGuardedChanges,
  readVersions,
  saveDraft,
  type VersionRow,
} from './publishing.store.ts';
import { type ReadFiles, readFiles, readTable } from './upload.service.ts';

/**
 * The changes that publishing would make, and the id of the live edition with which it was compared. `guarded` are those to
 * which a second person must agree.
 */
export type SeenDifference = Difference & { live: number | null; guarded: readonly GuardedChange[] };
/** A draft; `proposedBy` is who proposed it, while that is valid. */
export type ListedDraft = Omit<DraftRow, 'proposal'> & { outdated: boolean; proposedBy: string | null };
/** A draft with its problems or its difference; `proposal` is one to which a second person can agree now. */
export type DraftView = Omit<ListedDraft, 'proposedBy'> & {
  problems: readonly EditionProblem[];
  difference: SeenDifference | null;
  proposal: Proposal | null;
};
export type VersionView = VersionRow & Pick<DraftView, 'problems' | 'difference'>;

export type PublishOrder = Organiser & {
  /** Also withdraw nominees that have votes. */
  withdraw: boolean;
  /** The id of the edition that was live when the person decided. */
  expected: number;
};

type Deps = {
  /** The connections of the console's role. */
  pool: pg.Pool;
  readEdition(): Promise<StoredEdition | undefined>;
  readVersion(id: number): Promise<StoredEdition | undefined>;
  /** The times that apply with an edition's files, including those that organisers moved. */
  timesWith(files: PhaseTimes): Promise<PhaseTimes>;
  now(): Date;
  /** The earlier of this process's time and the database's, and the later one. */
  earlier(now: Date): Date;
  later(now: Date): Date;
  /** Makes this process serve the newest edition at once. */
  published(): Promise<void>;
};

export type Publishing = {
  /** Stores an upload as a draft. @throws AppError console.upload_refused */
  upload(source: DraftSource, content: Buffer, actor: string): Promise<DraftView>;
  /** @throws AppError console.not_found */
  draft(id: number): Promise<DraftView>;
  /** The newest drafts. `outdated` is relative to the live edition with this id. */
  drafts(live: number): Promise<ListedDraft[]>;
  /** At most `limit` published editions with an id below `after`, or the newest if it is null; newest first. */
  versions(after: number | null, limit: number): Promise<VersionRow[]>;
  /** @throws AppError console.not_found */
  version(id: number): Promise<VersionView>;
  /** The folder of a version as a zip. @throws AppError console.not_found */
  archive(id: number): Promise<{ year: number | null; zip: Buffer }>;
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
  /** Makes a draft of a version, to propose it. @throws AppError console.not_found */
  copyVersion(id: number, actor: string): Promise<DraftView>;
};

const UPLOAD_TEXTS: Record<ArchiveError['rule'], string> = {
  not_zip: 'is not a zip archive',
  damaged: 'is damaged: pack it again',
  no_edition: 'has no edition.yaml: pack the whole folder',
  entries: `has more than ${ARCHIVE_LIMITS.entries.toLocaleString('en')} files`,
  unpacked: `is larger than ${ARCHIVE_LIMITS.unpacked / 1024 / 1024} MB unpacked`,
  ratio: `holds a file that unpacks to more than ${ARCHIVE_LIMITS.ratio} times its size`,
  name: 'holds a file with a name that is too long or has control characters',
  absolute: 'holds an absolute path',
  climbs_out: 'holds a path that leaves the folder',
  link: 'holds a link',
  encrypted: 'is encrypted',
  method: 'is packed by an unknown method: use a usual zip program',
  nested: 'holds another archive',
  twice: 'holds a file twice',
};

const unpack = async (content: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  try {
    return await readEditionArchive(content);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    const { rule, entry } = error;
    const text = `${UPLOAD_TEXTS[rule]}${entry === '' ? '' : `: ${entry}`}`;
    throw new AppError('console.upload_refused', { metadata: { rule, entry, fields: { file: text } }, cause: error });
  }
};

/** The failure of a call whose publication the database refused. */
const failureOf = (refusal: ImportRefusedError): AppError => {
  const { rule, gone } = refusal;
  if (rule === 'changed') return new AppError('console.changed');
  if (rule === 'year') return new AppError('console.other_year', { cause: refusal });
  if (rule === 'second_person') return new AppError('console.second_person');
  if (rule === 'withdraws')
    return new AppError('console.votes_withdrawn', { data: { nominees: gone }, cause: refusal });
  return new AppError('console.times_refused', { metadata: { rule }, cause: refusal });
};

/** The edition in stored files, which this release may refuse. @throws AppError console.draft_problems */
const valid = async (files: ReadonlyMap<string, Buffer>): Promise<WantedEdition> => {
  const { wanted } = await readFiles(filesOf(files));
  if (!wanted) throw new AppError('console.draft_problems');
  return wanted;
};

/** Creates the service that publishes editions in the console: uploaded drafts, and versions that were live before. */
export const createPublishing = (deps: Deps): Publishing => {
  const { pool } = deps;

  const differenceOf = async (wanted: WantedEdition): Promise<SeenDifference> => {
    const { difference, live } = await readDifference(pool, wanted, deps.timesWith, deps.earlier(deps.now()));
    const isGuarded = (live?.edition.approvals ?? 1) > 1;
    const guarded = isGuarded ? await readGuardedChanges(pool, wanted, deps.later(deps.now())) : [];
    return { ...difference, live: live?.id ?? null, guarded };
  };

  const findDraft = async (id: number) => {
    const draft = await readDraft(pool, id);
    if (!draft) throw new AppError('console.not_found');
    return draft;
  };
  const findVersion = async (id: number): Promise<StoredEdition> => {
    const version = await deps.readVersion(id);
    if (!version) throw new AppError('console.not_found');
    return version;
  };

  const viewDraft = async (id: number): Promise<DraftView> => {
    const { files, problems, proposal, ...row } = await findDraft(id);
    if (problems.length > 0) return { ...row, outdated: false, problems, difference: null, proposal: null };
    // The files are checked again, because this release may be newer than the draft and have other rules.
    const read = await readFiles(filesOf(files));
    const difference = read.wanted ? await differenceOf(read.wanted) : null;
    const { live = null, guarded: changes = [] } = difference ?? {};
    const seen = { live: live ?? 0, digest: read.wanted?.digest ?? '', changes };
    const isProposed = proposal !== null && isOpen(proposal, seen, deps.later(deps.now()));
    return {
      ...row,
      outdated: difference !== null && isOutdated(row, live),
      problems: read.problems,
      difference,
      proposal: isProposed ? proposal : null,
    };
  };

  /** Stores files that were read as a draft. */
  const keep = async (read: ReadFiles, more: { source: DraftSource; basedOn: number | null; actor: string }) => {
    const files = read.wanted?.files ?? new Map<string, Buffer>();
    return viewDraft(await saveDraft(pool, { ...more, files, problems: read.problems, now: deps.now() }));
  };

  /** The edition of a draft that can be published by an order. */
  const publishable = async (id: number, { expected }: PublishOrder): Promise<WantedEdition> => {
    const { files, problems, ...row } = await findDraft(id);
    if (problems.length > 0) throw new AppError('console.draft_problems');
    if (row.publishedAs !== null || isOutdated(row, expected)) throw new AppError('console.changed');
    return valid(files);
  };

  const attempt = (
    wanted: WantedEdition,
    { actor, reason, withdraw, expected }: PublishOrder,
    more: Pick<ImportOptions, 'source' | 'draft' | 'dryRun'>,
  ) =>
    publishEdition(pool, wanted, {
      by: { actor, reason },
      // Votes also get the later of the times of both clocks.
      now: () => deps.later(deps.now()),
      allowWithdraw: withdraw,
      expected,
      ...more,
    });

  const publish = async (
    wanted: WantedEdition,
    order: PublishOrder,
    from: Pick<ImportOptions, 'source' | 'draft'>,
  ): Promise<ImportOutcome> => {
    const outcome = await attempt(wanted, order, from);
    if ('rule' in outcome) throw failureOf(outcome);
    await deps.published();
    return outcome;
  };

  return {
    upload: async (source, content, actor) => {
      const live = await deps.readEdition();
      const read =
        source === 'zip'
          ? await readFiles(filesOf(await unpack(content)))
          : await readTable(content, live?.files ?? new Map());
      return keep(read, { source, basedOn: live?.id ?? null, actor });
    },
    draft: viewDraft,
    drafts: async (live) =>
      (await readDrafts(pool)).map(({ proposal, ...row }) => ({
        ...row,
        outdated: isOutdated(row, live),
        proposedBy: proposerOf(proposal, live, deps.now()),
      })),
    versions: (after, limit) => readVersions(pool, after, limit),
    version: async (id) => {
      const { files, importedAt, importedBy, reason } = await findVersion(id);
      const read = await readFiles(filesOf(files));
      const difference = read.wanted ? await differenceOf(read.wanted) : null;
      return { id, importedAt, importedBy, reason, problems: read.problems, difference };
    },
    archive: async (id) => {
      const { files } = await findVersion(id);
      const { wanted } = await readFiles(filesOf(files));
      return { year: wanted?.year ?? null, zip: await writeEditionArchive(files) };
    },
    propose: async (id, order) => {
      const wanted = await publishable(id, order);
      // The database says what a second person must agree to, as it refuses to publish it.
      const outcome = await attempt(wanted, order, { dryRun: true });
      if ('rule' in outcome && outcome.rule !== 'second_person') throw failureOf(outcome);
      const { expected: live, ...organiser } = order;
      const proposed = 'rule' in outcome && {
        draft: id,
        live,
        digest: wanted.digest,
        changes: outcome.changes,
        organiser,
      };
      if (!(proposed && (await proposeEdition(pool, { ...proposed, now: deps.now() })))) {
        throw new AppError('console.changed');
      }
    },
    waiting: (actor) => countProposed(pool, actor, new Date(deps.now().getTime() - VALID_MS)),
    publishDraft: async (id, order) =>
      publish(await publishable(id, order), order, { source: `draft ${id}`, draft: id }),
    publishVersion: async (id, order) =>
      publish(await valid((await findVersion(id)).files), order, { source: `version ${id}` }),
    copyVersion: async (id, actor) => {
      const { files } = await findVersion(id);
      const live = await deps.readEdition();
      return keep(await readFiles(filesOf(files)), { source: 'zip', basedOn: live?.id ?? null, actor });
    },
  };
};
