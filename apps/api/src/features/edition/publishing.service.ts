import { ARCHIVE_LIMITS, writeEditionArchive } from '@laurel/catalog/edition-archive';
import type { Upload } from '@laurel/catalog/read-upload';
import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { PhaseTimes } from '@laurel/contracts/phase';
import type { Organiser } from '@laurel/database/audit';
import type { ImportOptions, ImportOutcome, StoredEdition } from '@laurel/database/editions';
import type pg from 'pg';
import type { EditionReader, Refusal } from '../../adapters/edition-reader/port.ts';
import { AppError } from '../../app-error.ts';
import { createPool } from '../../concurrency/pool.ts';
import { type Difference, readDifference } from './difference.store.ts';
import { asImport, isOutdated, type WantedEdition } from './publishing.policy.ts';
import {
  type DraftRow,
  type DraftSource,
  publishEdition,
  readDraft,
  readDrafts,
  readVersions,
  saveDraft,
  type VersionRow,
} from './publishing.store.ts';

/** The changes that publishing would make, and the id of the live edition with which it was compared. */
export type SeenDifference = Difference & { live: number | null; needsSecondPerson: boolean };
export type ListedDraft = DraftRow & { outdated: boolean };
export type DraftView = ListedDraft & {
  problems: readonly EditionProblem[];
  warnings: readonly EditionProblem[];
  difference: SeenDifference | null;
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
  reader: EditionReader;
  readEdition(): Promise<StoredEdition | undefined>;
  readVersion(id: number): Promise<StoredEdition | undefined>;
  /** The times that apply with an edition's files, including those that organisers moved. */
  timesWith(files: PhaseTimes): Promise<PhaseTimes>;
  /** Whether two people must agree to these times, with two approvals. */
  needsTwoPeople(times: { before: PhaseTimes; after: PhaseTimes }, now: Date): boolean;
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
   * Publishes a draft.
   * @throws AppError if it does not exist, has problems or is outdated, or if the database refuses it
   */
  publishDraft(id: number, order: PublishOrder): Promise<ImportOutcome>;
  /** Publishes a version again. @throws AppError as `publishDraft` */
  publishVersion(id: number, order: PublishOrder): Promise<ImportOutcome>;
};

/** Editions are read one at a time: each takes a multiple of its size. */
const AT_ONCE = { atOnce: 1, maxWaiting: 20 };

const UPLOAD_TEXTS: Record<Refusal['rule'], string> = {
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
  heavy: 'takes too long or too much memory to read: make it smaller and simpler',
};

const refusalOf = ({ rule, entry }: Refusal): AppError => {
  const text = `${UPLOAD_TEXTS[rule]}${entry === '' ? '' : `: ${entry}`}`;
  return new AppError('console.upload_refused', { metadata: { rule, entry, fields: { file: text } } });
};

type Read = {
  /** Undefined if there are problems. */
  wanted: WantedEdition | undefined;
  problems: readonly EditionProblem[];
  warnings: readonly EditionProblem[];
};

/** Creates the service that publishes editions in the console: uploaded drafts, and versions that were live before. */
export const createPublishing = (deps: Deps): Publishing => {
  const { pool } = deps;
  const inTurn = createPool(AT_ONCE);

  const read = async (upload: Upload): Promise<Read> => {
    const outcome = await deps.reader.read(upload);
    if ('refused' in outcome) throw refusalOf(outcome.refused);
    const { edition, files, problems, warnings } = outcome.read;
    return { wanted: edition && asImport(edition, files), problems, warnings };
  };
  const readFiles = (files: ReadonlyMap<string, Buffer>): Promise<Read> => read({ kind: 'files', files });

  const differenceOf = async (wanted: WantedEdition): Promise<SeenDifference> => {
    const after = await deps.timesWith(wanted.edition.phases);
    const { difference, live, isEmbargoed } = await readDifference(
      pool,
      wanted,
      deps.timesWith,
      deps.earlier(deps.now()),
    );
    const before = live ? await deps.timesWith(live.edition.phases) : after;
    const isGuarded = (live?.edition.approvals ?? 1) > 1;
    return {
      ...difference,
      live: live?.id ?? null,
      needsSecondPerson:
        isGuarded &&
        (wanted.approvals < 2 ||
          deps.needsTwoPeople({ before, after }, deps.now()) ||
          (isEmbargoed && !wanted.embargo)),
    };
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

  /** @param known what the draft's files say, if they have just been read */
  const viewDraft = async (id: number, known?: Read): Promise<DraftView> => {
    const { files, problems, ...row } = await findDraft(id);
    if (problems.length > 0) return { ...row, outdated: false, problems, warnings: [], difference: null };
    // The files are checked again, because this release may be newer than the draft and have other rules.
    const { wanted, ...found } = known ?? (await readFiles(files));
    const difference = wanted ? await differenceOf(wanted) : null;
    const outdated = difference !== null && isOutdated(row, difference.live);
    return { ...row, ...found, outdated, difference };
  };

  const publish = async (
    files: ReadonlyMap<string, Buffer>,
    { actor, reason, withdraw, expected }: PublishOrder,
    from: Pick<ImportOptions, 'source' | 'draft'>,
  ): Promise<ImportOutcome> => {
    const { wanted } = await readFiles(files);
    if (!wanted) throw new AppError('console.draft_problems');
    const by = { actor, reason };
    const outcome = await publishEdition(pool, wanted, {
      by,
      // Votes also get the later of the times of both clocks.
      now: () => deps.later(deps.now()),
      allowWithdraw: withdraw,
      expected,
      ...from,
    });
    if (!('rule' in outcome)) {
      await deps.published();
      return outcome;
    }
    const { rule, gone } = outcome;
    if (rule === 'changed') throw new AppError('console.changed');
    if (rule === 'second_person') throw new AppError('console.second_person');
    if (rule === 'withdraws')
      throw new AppError('console.votes_withdrawn', { data: { nominees: gone }, cause: outcome });
    throw new AppError('console.times_refused', { metadata: { rule }, cause: outcome });
  };

  return {
    upload: (source, content, actor) =>
      inTurn(async () => {
        const live = await deps.readEdition();
        const found = await read(
          source === 'zip' ? { kind: 'zip', content } : { kind: 'table', content, files: live?.files ?? new Map() },
        );
        const id = await saveDraft(pool, {
          source,
          basedOn: live?.id ?? null,
          files: found.wanted?.files ?? new Map(),
          problems: found.problems,
          actor,
          now: deps.now(),
        });
        return viewDraft(id, found);
      }),
    draft: (id) => inTurn(() => viewDraft(id)),
    drafts: async (live) => (await readDrafts(pool)).map((row) => ({ ...row, outdated: isOutdated(row, live) })),
    versions: (after, limit) => readVersions(pool, after, limit),
    version: (id) =>
      inTurn(async () => {
        const { files, importedAt, importedBy, reason } = await findVersion(id);
        const { wanted, problems } = await readFiles(files);
        const difference = wanted ? await differenceOf(wanted) : null;
        return { id, importedAt, importedBy, reason, problems, difference };
      }),
    archive: (id) =>
      inTurn(async () => {
        const { files } = await findVersion(id);
        const { wanted } = await readFiles(files);
        return { year: wanted?.year ?? null, zip: await writeEditionArchive(files) };
      }),
    publishDraft: (id, order) =>
      inTurn(async () => {
        const { files, problems, ...row } = await findDraft(id);
        if (problems.length > 0) throw new AppError('console.draft_problems');
        if (row.publishedAs !== null || isOutdated(row, order.expected)) throw new AppError('console.changed');
        return publish(files, order, { source: `draft ${id}`, draft: id });
      }),
    publishVersion: (id, order) =>
      inTurn(async () => {
        const { files } = await findVersion(id);
        return publish(files, order, { source: `version ${id}` });
      }),
  };
};
