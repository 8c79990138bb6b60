import { loadPublishedEdition } from '@laurel/catalog/load-edition';
import { isEmbargoed, phaseAt } from '@laurel/contracts/phase';
import { readEdition } from '@laurel/database/editions';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import { effectiveTimes } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import { MisuseError } from './output.ts';

/** Why numbers by nominee are not shown. */
export const EMBARGO_TEXT =
  'Numbers by nominee are hidden from everybody until the winners are announced (results.staff: embargo in the edition).';

type EmbargoDeps = Pick<Deps, 'phases' | 'clock' | 'edition'>;

/** Whether numbers by nominee are hidden now. */
export const isUnderEmbargo = ({ phases, clock, edition }: EmbargoDeps): boolean =>
  isEmbargoed(edition.results.staff, phases.at(clock.now()));

/** Refuses a command that shows numbers by nominee. @throws MisuseError if they are hidden now */
export const refuseUnderEmbargo = (deps: EmbargoDeps): void => {
  if (isUnderEmbargo(deps)) throw new MisuseError(`${EMBARGO_TEXT} Nothing was written.`);
};

/** Whether numbers by nominee are hidden now, read from a database alone. Without an edition nothing is hidden. */
export const hidesNumbers = async (pool: pg.Pool, now: Date): Promise<boolean> => {
  const stored = await readEdition(pool);
  if (!stored) return false;
  const { results, phases } = await loadPublishedEdition(stored.files);
  return isEmbargoed(results.staff, phaseAt(effectiveTimes(phases, await readMoved(pool)), now));
};
