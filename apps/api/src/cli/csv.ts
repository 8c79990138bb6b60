import { stringify } from 'csv-stringify/sync';

/** Formats a line of CSV (RFC 4180), with its line break. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  stringify([cells], { record_delimiter: 'windows', quoted_match: /[\r\n]/, cast: { boolean: String } });
