import { FLOOD_WORKS } from '@laurel/contracts/proof';

/** Variables with which nothing is a flood: a test asks for more from one address than a city does. */
export const NO_FLOODS: Readonly<Record<string, string>> = Object.fromEntries(
  FLOOD_WORKS.flatMap((work) =>
    ['', '_NETWORK'].map((scope) => [`LIMITS_FLOOD_${work.toUpperCase()}${scope}`, '1000000000']),
  ),
);
