import { isEmbargoed } from '@laurel/contracts/phase';
import type { Deps } from '../deps.ts';
import { MisuseError } from './output.ts';

/** Why numbers by nominee are not shown. */
export const EMBARGO_TEXT =
  'Numbers by nominee are hidden from everybody until the winners are announced (results.staff: embargo in the edition).';

type EmbargoDeps = Pick<Deps, 'phases' | 'clock' | 'edition'>;

/** Whether numbers by nominee are hidden now. */
export const isUnderEmbargo = ({ phases, clock, edition }: EmbargoDeps): boolean =>
  isEmbargoed(edition.results.staff, phases.at(clock.now()));

/** @throws MisuseError if numbers by nominee are hidden now */
export const refuseUnderEmbargo = (deps: EmbargoDeps): void => {
  if (isUnderEmbargo(deps)) throw new MisuseError(`${EMBARGO_TEXT} Nothing was written.`);
};
