import { compareEditions, type EditionChange } from '@laurel/catalog/compare-editions';
import type { Edition } from '@laurel/catalog/edition';
import { loadPublishedEdition } from '@laurel/catalog/load-edition';
import { isEmbargoed, type PhaseTimes, phaseAt, votingEndsAt } from '@laurel/contracts/phase';
import { readEdition } from '@laurel/database/editions';
import { type ImportPlan, type NomineeName, planImport } from '@laurel/database/nominees';
import type { Queryable } from '@laurel/database/queryable';
import type { WantedEdition } from './publishing.policy.ts';

type Times = { opensAt: Date | null; closesAt: Date | null };

/** The changes that an import would make: to nominees, to the times of voting, and to all texts. */
export type Difference = Omit<ImportPlan, 'times' | 'withdrawn'> & {
  /**
   * The nominees that would be withdrawn, with their votes; `votes` is null while numbers by nominee are hidden from
   * the staff.
   */
  withdrawn: (NomineeName & { votes: number | null })[];
  times: { before: Times; after: Times } | undefined;
  changes: EditionChange[];
};

const isSame = (one: Times, other: Times): boolean =>
  one.opensAt?.getTime() === other.opensAt?.getTime() && one.closesAt?.getTime() === other.closesAt?.getTime();

/**
 * Compares a version with the newest one of its edition. It only reads, so any database role with read access can call it.
 * @param timesOf the times of the phases that apply with an edition's files, including the times that organisers moved
 */
export const readDifference = async (
  db: Queryable,
  wanted: WantedEdition,
  timesOf: (files: PhaseTimes) => Promise<PhaseTimes>,
  now: Date,
): Promise<{ difference: Difference; live: { id: number; edition: Edition } | undefined }> => {
  const stored = await readEdition(db);
  const live = stored && { id: stored.id, edition: await loadPublishedEdition(stored.files) };
  const { times, withdrawn, ...plan } = await planImport(db, wanted.nominees);
  const wantedTimes = await timesOf(wanted.edition.phases);
  const after = { opensAt: wantedTimes.votingOpensAt, closesAt: votingEndsAt(wantedTimes) };
  const before = times.find((each) => !isSame(each, after));
  const changes = live ? compareEditions(live.edition, wanted.edition) : [];
  const isUnderEmbargo =
    live !== undefined && isEmbargoed(live.edition.results.staff, phaseAt(await timesOf(live.edition.phases), now));
  const shown = withdrawn.map((each) => ({ ...each, votes: isUnderEmbargo ? null : each.votes }));
  return { difference: { ...plan, withdrawn: shown, times: before && { before, after }, changes }, live };
};
