import type { Edition } from '@laurel/catalog/edition';
import { editionDigest } from '@laurel/catalog/edition-files';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import type { EditionImport } from '@laurel/database/editions';

/** A valid edition that may be published, with its files. */
export type WantedEdition = EditionImport & { edition: Edition };

/** A valid edition as it is imported. */
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

/** Whether a table was added to another edition than the one that is live: publishing it would undo what was published since. */
export const isOutdated = (
  { source, basedOn }: { source: 'zip' | 'csv'; basedOn: number | null },
  live: number | null,
): boolean => source === 'csv' && basedOn !== live;
