import type { Edition } from '@laurel/catalog/edition';
import { editionDigest } from '@laurel/catalog/edition-files';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import type { EditionImport } from '@laurel/database/editions';

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
