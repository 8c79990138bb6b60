import { compareEditions, type EditionChange } from '@laurel/catalog/compare-editions';
import type { Edition } from '@laurel/catalog/edition';
import { filesOf } from '@laurel/catalog/edition-files';
import { loadEdition } from '@laurel/catalog/load-edition';
import type { PhaseTimes } from '@laurel/contracts/phase';
import { readEdition } from '@laurel/database/editions';
import { type ImportPlan, planImport } from '@laurel/database/nominees';
import type pg from 'pg';
import type { WantedEdition } from './publishing.policy.ts';

type Times = { opensAt: Date | null; closesAt: Date | null };

/** The changes of an import: nominees, the times of voting, and all texts. */
export type Difference = Omit<ImportPlan, 'times'> & {
  times: { before: Times; after: Times } | undefined;
  changes: EditionChange[];
};

const isSame = (one: Times, other: Times): boolean =>
  one.opensAt?.getTime() === other.opensAt?.getTime() && one.closesAt?.getTime() === other.closesAt?.getTime();

/**
 * Compares an edition with the one that is live. Any role that may read can call it.
 * @param timesOf when voting opens and closes with an edition's files, after the moves of organisers
 */
export const readDifference = async (
  pool: pg.Pool,
  wanted: WantedEdition,
  timesOf: (files: PhaseTimes) => Promise<Times>,
): Promise<{ difference: Difference; live: { id: number; edition: Edition } | undefined }> => {
  const stored = await readEdition(pool);
  const live = stored && { id: stored.id, edition: await loadEdition(filesOf(stored.files)) };
  const { times, ...plan } = await planImport(pool, wanted.nominees);
  const after = await timesOf(wanted.edition.phases);
  const before = times.find((each) => !isSame(each, after));
  const changes = live ? compareEditions(live.edition, wanted.edition) : [];
  return { difference: { ...plan, times: before && { before, after }, changes }, live };
};
