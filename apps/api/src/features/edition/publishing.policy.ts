import { isDeepStrictEqual } from 'node:util';
import { type Edition, editionDigest } from '@laurel/catalog/edition';
import { editionFacts } from '@laurel/catalog/edition-facts';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import type { Organiser } from '@laurel/database/audit';
import type { EditionImport, GuardedChange } from '@laurel/database/editions';

/** A proposal to publish a draft can be agreed to for this time, milliseconds. The database has the same rule. */
export const VALID_MS = 24 * 3_600_000;

/** What a proposal is for. The database publishes nothing else on its strength. */
type Proposed = { live: number; digest: string; changes: readonly GuardedChange[] };
/** A proposal to publish a draft. */
export type Proposal = Proposed & { at: string; by: string; reason: string };

/** Who publishes a draft or a version, why, and what the person has seen. */
export type PublishOrder = Organiser & {
  /** Also withdraw nominees that have votes. */
  withdraw: boolean;
  /** The id of the edition that was live when the person decided. */
  expected: number;
};

const isValid = (at: string, now: Date): boolean => now.getTime() - Date.parse(at) < VALID_MS;

/** Who proposed a draft, if the proposal is valid and the same edition is live. */
export const proposerOf = (proposal: Proposal | null, live: number, now: Date): string | null =>
  proposal !== null && proposal.live === live && isValid(proposal.at, now) ? proposal.by : null;

/** Whether a second person can agree to a proposal now: it is valid, and for what the draft would change now. */
export const isOpen = ({ at, by: _by, reason: _reason, ...proposed }: Proposal, seen: Proposed, now: Date): boolean =>
  isValid(at, now) && isDeepStrictEqual(proposed, seen);

/** A valid edition that may be published, with its files. */
export type WantedEdition = EditionImport & { edition: Edition };

/** Prepares a valid edition for its import. */
export const asImport = (edition: Edition, files: ReadonlyMap<string, Buffer>): WantedEdition => ({
  edition,
  files,
  year: edition.year,
  digest: editionDigest(edition),
  approvals: edition.approvals,
  embargo: edition.results.staff === 'embargo',
  facts: editionFacts(edition),
  nominees: nomineeKeys(edition),
  opensAt: edition.phases.votingOpensAt,
  closesAt: edition.phases.votingClosesAt,
  announcedAt: edition.phases.winnersAnnouncedAt,
});

/**
 * Whether a draft is a table that was added to an edition which is not live any more. Publishing it would undo the
 * editions published since.
 */
export const isOutdated = (
  { source, basedOn }: { source: 'zip' | 'csv'; basedOn: number | null },
  live: number | null,
): boolean => source === 'csv' && basedOn !== live;
