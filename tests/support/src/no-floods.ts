import { FLOOD_WORKS } from '@laurel/contracts/proof';

/** Variables that disable flood detection: a test sends more requests from one address than it allows. */
export const NO_FLOODS: Readonly<Record<string, string>> = Object.fromEntries(
  FLOOD_WORKS.flatMap((work) =>
    ['', '_NETWORK'].map((scope) => [`LIMITS_FLOOD_${work.toUpperCase()}${scope}`, '1000000000']),
  ),
);
