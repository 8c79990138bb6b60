import type { Edition } from '@laurel/catalog/edition';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import * as calls from '@laurel/contracts/console/calls/edition';
import { downloadDraft, mergeDraft } from '@laurel/contracts/console/calls/years';
import { isSamePerson } from '@laurel/contracts/console/same-person';
import type { ImportOutcome } from '@laurel/database/editions';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../app-error.ts';
import { ok } from '../../http/call.ts';
import { DONE, organiserOf, serveConsoleCall } from '../../http/console-call.ts';
import { serveDownload, serveUpload } from '../../http/console-files.ts';
import type { TeamMember } from '../../http/console-gate.ts';
import { VALID_MS } from './publishing.policy.ts';
import type { DraftView, ListedDraft, Publishing, SeenDifference } from './publishing.port.ts';
import type { VersionRow } from './publishing.store.ts';

type Deps = {
  publishing: Publishing;
  /** The edition that this process serves, after a check for a newer one. */
  servedEdition(): Promise<{ id: number; edition: Edition }>;
};

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const timesTo = ({ opensAt, closesAt }: { opensAt: Date | null; closesAt: Date | null }) => ({
  opensAt: isoOf(opensAt),
  closesAt: isoOf(closesAt),
});

const differenceTo = ({ times, changes, guarded, ...difference }: SeenDifference): calls.EditionDifference => ({
  ...difference,
  guarded: [...guarded],
  needsSecondPerson: guarded.length > 0,
  times: times ? { before: timesTo(times.before), after: timesTo(times.after) } : null,
  changes: changes.slice(0, calls.LISTED_MAX),
  changesTotal: changes.length,
});

const summaryTo = <Draft extends Pick<ListedDraft, 'uploadedAt' | 'basedOn'>>({
  uploadedAt,
  basedOn: _basedOn,
  ...draft
}: Draft) => ({ ...draft, uploadedAt: uploadedAt.toISOString() });
const draftTo = (
  { problems, warnings, difference, older, merged = null, proposal, ...draft }: DraftView,
  { actor }: TeamMember,
): calls.EditionDraft => ({
  ...summaryTo(draft),
  problems: problems.slice(0, calls.LISTED_MAX),
  warnings: warnings.slice(0, calls.LISTED_MAX),
  problemsTotal: problems.length,
  difference: difference && differenceTo(difference),
  older: older && { ...older, conflicts: [...older.conflicts] },
  merged,
  proposal: proposal && {
    by: proposal.by,
    reason: proposal.reason,
    expiresAt: new Date(Date.parse(proposal.at) + VALID_MS).toISOString(),
    own: isSamePerson(proposal.by, actor),
  },
});
const versionTo = ({ id, importedAt, importedBy, reason }: VersionRow) => ({
  id,
  publishedAt: importedAt.toISOString(),
  publishedBy: importedBy,
  reason,
});
const outcomeTo = ({ id, changed, added, withdrawn, restored }: ImportOutcome) =>
  ok({ id, changed, added, withdrawn, restored });

type PublishBody = { reason: string; withdraw: boolean; expected: number };
const orderOf = ({ actor }: TeamMember, body: PublishBody) => ({ actor, ...body });

/** The live edition, earlier versions and drafts: to read, upload, compare, publish and download them. */
export const registerEditionConsoleRoutes = (app: FastifyInstance, { publishing, servedEdition }: Deps): void => {
  serveConsoleCall(app, calls.readEdition, async ({ query: { after = null, limit } }) => {
    const { id, edition } = await servedEdition();
    const [[live], versions, drafts] = await Promise.all([
      publishing.versions(id + 1, 1),
      publishing.versions(after, limit + 1),
      publishing.drafts(id),
    ]);
    if (!live) throw new AppError('server.unavailable');
    return {
      live: {
        ...versionTo(live),
        year: edition.year,
        nominations: edition.nominations.length,
        categories: edition.nominations.flatMap(({ categories }) => categories).length,
        nominees: nomineeKeys(edition).length,
        images: edition.logos.length + edition.pictures.length,
        approvals: edition.approvals,
      },
      versions: versions.slice(0, limit).map((each) => ({ ...versionTo(each), live: each.id === id })),
      hasMore: versions.length > limit,
      drafts: drafts.map(summaryTo),
    };
  });

  serveUpload(app, calls.uploadDraft, async ({ content, type }, person) =>
    ok(draftTo(await publishing.upload(type === 'text/csv' ? 'csv' : 'zip', content, person.actor), person)),
  );
  serveConsoleCall(app, calls.readDraft, async ({ params }, person) =>
    draftTo(await publishing.draft(params.id), person),
  );
  serveConsoleCall(app, mergeDraft, async ({ params, body }, person) =>
    ok(draftTo(await publishing.merge(params.id, body, person.actor), person)),
  );
  serveConsoleCall(app, calls.proposeDraft, async ({ params, body }, person) => {
    await publishing.propose(params.id, orderOf(person, body));
    return DONE;
  });
  serveConsoleCall(app, calls.publishDraft, async ({ params, body }, person) =>
    outcomeTo(await publishing.publishDraft(params.id, orderOf(person, body))),
  );
  serveConsoleCall(app, calls.deleteDraft, async ({ params, body }, person) => {
    await publishing.deleteDraft(params.id, organiserOf(person, body));
    return DONE;
  });

  serveConsoleCall(app, calls.readVersion, async ({ params }) => {
    const { problems, difference, ...version } = await publishing.version(params.id);
    return {
      ...versionTo(version),
      problems: problems.slice(0, calls.LISTED_MAX),
      difference: difference && differenceTo(difference),
    };
  });
  serveConsoleCall(app, calls.publishVersion, async ({ params, body }, person) =>
    outcomeTo(await publishing.publishVersion(params.id, orderOf(person, body))),
  );
  serveConsoleCall(app, calls.copyVersion, async ({ params }, person) =>
    ok(draftTo(await publishing.copyVersion(params.id, person.actor), person)),
  );
  serveDownload(app, downloadDraft, async ({ params }) => ({
    name: `edition-draft-${params.id}.zip`,
    content: await publishing.draftArchive(params.id),
  }));
  serveDownload(app, calls.downloadVersion, async ({ params }) => {
    const { year, zip } = await publishing.archive(params.id);
    return { name: `edition-${year ?? 'unknown'}-version-${params.id}.zip`, content: zip };
  });
};
