import { changedFiles } from '@laurel/catalog/change-draft';
import { ofFile, violation } from '@laurel/catalog/problem';
import type { Upload } from '@laurel/catalog/read-upload';
import { type FolderVersion, isVersion, withVersionLine } from '@laurel/catalog/version-line';
import { packZip } from '@laurel/catalog/zip';
import type { EditionProblem } from '@laurel/contracts/console/calls/edition';
import type { PhaseTimes } from '@laurel/contracts/phase';
import type { ImportOptions, ImportOutcome, StoredEdition } from '@laurel/database/editions';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import type { DraftReader, EditionReader } from '../../adapters/edition-reader/port.ts';
import { AppError } from '../../app-error.ts';
import { createPool } from '../../concurrency/pool.ts';
import { readDifference } from './difference.store.ts';
import { mergeDraft } from './editor.store.ts';
import { createMerging } from './merging.service.ts';
import {
  asImport,
  isOpen,
  isOutdated,
  type PublishOrder,
  proposerOf,
  VALID_MS,
  type WantedEdition,
} from './publishing.policy.ts';
import type { DraftView, Publishing, SeenDifference } from './publishing.port.ts';
import {
  countProposed,
  type DraftSource,
  deleteDraft,
  inItsYear,
  proposeEdition,
  publishEdition,
  readDraft,
  readDrafts,
  readGuardedChanges,
  readVersions,
  saveDraft,
} from './publishing.store.ts';
import { failureOf, refusalOf } from './refusals.policy.ts';

type Deps = {
  /** The connections of the console's role. */
  pool: pg.Pool;
  reader: EditionReader & DraftReader;
  readEdition(): Promise<StoredEdition | undefined>;
  readVersion(id: number): Promise<StoredEdition | undefined>;
  /** The times that apply with an edition's files, including those that organisers moved. */
  timesWith(files: PhaseTimes, db: Queryable): Promise<PhaseTimes>;
  now(): Date;
  /** The earlier of this process's time and the database's, and the later one. */
  earlier(now: Date): Date;
  later(now: Date): Date;
  /** Makes this process serve the newest edition at once. */
  published(): Promise<void>;
};

/** Editions are read one at a time: each takes a multiple of its size. */
const AT_ONCE = { atOnce: 1, maxWaiting: 20 };

type Read = {
  /** Undefined if there are problems. */
  wanted: WantedEdition | undefined;
  files: ReadonlyMap<string, Buffer>;
  problems: readonly EditionProblem[];
  warnings: readonly EditionProblem[];
  /** The version that an uploaded folder names. */
  version: FolderVersion | undefined;
  leftOut: readonly string[];
};

/** Creates the service that publishes editions in the console: uploaded drafts, and versions that were live before. */
export const createPublishing = (deps: Deps): Publishing => {
  const { pool } = deps;
  const inTurn = createPool(AT_ONCE);
  const merging = createMerging(deps);

  const read = async (upload: Upload): Promise<Read> => {
    const outcome = await deps.reader.read(upload);
    if ('refused' in outcome) throw refusalOf(outcome.refused);
    const { edition, files, problems, warnings, version, leftOut = [] } = outcome.read;
    return { wanted: edition && asImport(edition, files), files, problems, warnings, version, leftOut };
  };
  /** What was read last: a draft is looked at, proposed and published in turn. The files of a revision never change. */
  let last: { name: string; read: Read } | undefined;
  /** Reads stored files, which this release may refuse: it may be newer than they are and have other rules. */
  const readStored = async (name: string, files: ReadonlyMap<string, Buffer>): Promise<Read> => {
    if (last?.name !== name) last = { name, read: await read({ kind: 'files', files }) };
    return last.read;
  };
  /** The edition in stored files. @throws AppError console.draft_problems */
  const valid = async (name: string, files: ReadonlyMap<string, Buffer>): Promise<WantedEdition> => {
    const { wanted } = await readStored(name, files);
    if (!wanted) throw new AppError('console.draft_problems');
    return wanted;
  };

  const differenceOf = (wanted: WantedEdition): Promise<SeenDifference> => {
    return inItsYear(pool, wanted, async (db) => {
      const timesWith = (files: PhaseTimes) => deps.timesWith(files, db);
      const { difference, live } = await readDifference(db, wanted, timesWith, deps.earlier(deps.now()));
      const isGuarded = (live?.edition.approvals ?? 1) > 1;
      const guarded = isGuarded ? await readGuardedChanges(db, wanted, deps.later(deps.now())) : [];
      return { ...difference, year: wanted.year, live: live?.id ?? null, guarded };
    });
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
    const { files, problems, leftOut, proposal, revision, ...row } = await findDraft(id);
    const unused = leftOut.map((name) => ofFile(name, violation('leftOut')));
    if (problems.length > 0) {
      return { ...row, outdated: false, problems, warnings: unused, difference: null, older: null, proposal: null };
    }
    const { wanted, problems: found, warnings } = await readStored(`draft ${id}.${revision}`, files);
    const difference = wanted ? await differenceOf(wanted) : null;
    const { live = null, guarded: changes = [] } = difference ?? {};
    const seen = { live: live ?? 0, digest: wanted?.digest ?? '', changes };
    const isProposed = proposal !== null && isOpen(proposal, seen, deps.later(deps.now()));
    const outdated = difference !== null && isOutdated(row, live);
    const isOpenDraft = wanted && live !== null && !outdated && row.publishedAs === null;
    const merge = isOpenDraft ? await merging.merge(wanted, row.basedOn, live) : undefined;
    const older = merge ? { version: merge.version, conflicts: merge.conflicts } : null;
    const about = { problems: found, warnings: [...unused, ...warnings], difference, older };
    return { ...row, ...about, outdated, proposal: isProposed ? proposal : null };
  };

  /** Stores files that were read as a draft. */
  const keep = async (found: Read, more: { source: DraftSource; basedOn: number | null; actor: string }) => {
    const { files, problems, leftOut } = found;
    const id = await saveDraft(pool, { ...more, files, problems, leftOut, now: deps.now() });
    last = { name: `draft ${id}.1`, read: found };
    return viewDraft(id);
  };

  /** The edition of a draft that can be published by an order. */
  const publishable = async (id: number, { expected }: PublishOrder): Promise<WantedEdition> => {
    const { files, problems, revision, ...row } = await findDraft(id);
    if (problems.length > 0) throw new AppError('console.draft_problems');
    if (row.publishedAs !== null || isOutdated(row, expected)) throw new AppError('console.changed');
    const wanted = await valid(`draft ${id}.${revision}`, files);
    // It would take back what was published since.
    if (await merging.baseOf(wanted, row.basedOn, expected)) throw new AppError('console.changed');
    return wanted;
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
    upload: (source, content, actor) =>
      inTurn(async () => {
        const live = await deps.readEdition();
        const files = live?.files ?? new Map();
        const found = await read({ kind: source === 'zip' ? 'zip' : 'table', content, files });
        const { version } = found;
        const named = version && (await deps.readVersion(version.id));
        const basedOn = version && named && isVersion(version, named) ? named.id : (live?.id ?? null);
        const newest = found.wanted && (await differenceOf(found.wanted)).live;
        const merge = found.wanted && newest && (await merging.merge(found.wanted, basedOn, newest));
        if (!merge || merge.conflicts.length > 0) return keep(found, { source, basedOn, actor });
        const merged = { ...(await read({ kind: 'files', files: merge.files })), leftOut: found.leftOut };
        return { ...(await keep(merged, { source, basedOn: newest, actor })), merged: merge.version };
      }),
    merge: (id, { draft, live, expected }, actor) =>
      inTurn(async () => {
        const { files, revision, basedOn, publishedAs } = await findDraft(id);
        const wanted = await valid(`draft ${id}.${revision}`, files);
        const newest = publishedAs === null ? (await differenceOf(wanted)).live : null;
        const merge = newest === expected ? await merging.merge(wanted, basedOn, expected, draft) : undefined;
        const isDecided = merge?.conflicts.every(({ field }) => draft.includes(field) || live.includes(field));
        const change = { id, revision, actor, now: deps.now() };
        const stored =
          merge &&
          isDecided &&
          (await mergeDraft(pool, expected, {
            ...change,
            ...changedFiles(files, merge.files),
            problems: merge.problems,
          }));
        if (!stored) throw new AppError('console.changed');
        return viewDraft(id);
      }),
    draft: (id) => inTurn(() => viewDraft(id)),
    deleteDraft: async (id, organiser) => {
      if (!(await deleteDraft(pool, id, organiser, deps.now()))) throw new AppError('console.not_found');
    },
    drafts: async (live) =>
      (await readDrafts(pool)).map(({ proposal, ...row }) => ({
        ...row,
        outdated: isOutdated(row, live),
        proposedBy: proposerOf(proposal, live, deps.now()),
      })),
    versions: (after, limit) => readVersions(pool, after, limit),
    version: (id) =>
      inTurn(async () => {
        const { files, importedAt, importedBy, reason } = await findVersion(id);
        const { wanted, problems } = await readStored(`version ${id}`, files);
        const difference = wanted ? await differenceOf(wanted) : null;
        return { id, importedAt, importedBy, reason, problems, difference };
      }),
    archive: (id) =>
      inTurn(async () => {
        const version = await findVersion(id);
        const { wanted } = await readStored(`version ${id}`, version.files);
        return { year: wanted?.year ?? null, zip: await packZip(withVersionLine(version.files, version)) };
      }),
    draftArchive: (id) =>
      inTurn(async () => {
        const { files } = await findDraft(id);
        if (files.size === 0) throw new AppError('console.not_found');
        return packZip(files);
      }),
    propose: (id, order) =>
      inTurn(async () => {
        const wanted = await publishable(id, order);
        // The database says what a second person must agree to, as it refuses to publish it.
        const outcome = await attempt(wanted, order, { dryRun: true });
        if ('rule' in outcome && outcome.rule !== 'second_person') throw failureOf(outcome);
        const { expected: live, ...organiser } = order;
        const { digest } = wanted;
        const proposed = 'rule' in outcome && { draft: id, live, digest, changes: outcome.changes, organiser };
        if (!(proposed && (await proposeEdition(pool, { ...proposed, now: deps.now() })))) {
          throw new AppError('console.changed');
        }
      }),
    waiting: (actor) => countProposed(pool, actor, new Date(deps.now().getTime() - VALID_MS)),
    publishDraft: (id, order) =>
      inTurn(async () => publish(await publishable(id, order), order, { source: `draft ${id}`, draft: id })),
    publishVersion: (id, order) =>
      inTurn(async () => {
        const source = `version ${id}`;
        return publish(await valid(source, (await findVersion(id)).files), order, { source });
      }),
    keepFiles: (files, actor) =>
      inTurn(
        async () => (await keep(await read({ kind: 'files', files }), { source: 'zip', basedOn: null, actor })).id,
      ),
    copyVersion: (id, actor) =>
      inTurn(async () => {
        const found = await readStored(`version ${id}`, (await findVersion(id)).files);
        // Somebody wants it back as it was: it is not merged with what is live.
        const basedOn = (found.wanted && (await differenceOf(found.wanted)).live) ?? id;
        return keep(found, { source: 'zip', basedOn, actor });
      }),
  };
};
