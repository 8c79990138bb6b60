import { shownTime } from '../../checks/shown-time.ts';
import { table } from '../output.ts';

/** The widest table. Wider rows are shown one below the other. */
const WIDEST = 160;
const INDENT = '  ';
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

type Fields = { readonly [key: string]: unknown };
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

/** `proposedBy` is `proposed by`. Names of data, like those of an edition, stay. */
const wordsOf = (key: string): string =>
  /^[a-z]+(?:[A-Z][a-z]*)*$/.test(key) ? key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : key;

/** A value on one line. */
const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return ISO_TIME.test(value) ? shownTime(new Date(value)) : value;
  if (Array.isArray(value)) return value.map(textOf).join('; ') || '-';
  if (!isFields(value)) return String(value);
  return (
    Object.entries(value)
      .map(([key, each]) => `${wordsOf(key)} ${textOf(each)}`)
      .join(', ') || '-'
  );
};

const rowsOf = (rows: readonly Fields[]): string[] => {
  const keys = [...new Set(rows.flatMap(Object.keys))];
  const lines = table(
    keys.map((key) => wordsOf(key).toUpperCase()),
    rows.map((row) => keys.map((key) => textOf(row[key]))),
  );
  const isFlat = rows.every((row) => Object.values(row).every((value) => !isList(value)));
  if (isFlat && lines.every((line) => line.length <= WIDEST && !line.includes('\n'))) return lines;
  return rows.flatMap((row, index) => [...(index === 0 ? [] : ['']), ...answerTexts(row)]);
};

/** The answer of a call in lines: `field: value` in a column, lists of objects as tables. */
export const answerTexts = (answer: unknown): string[] => {
  if (isList(answer)) return rowsOf(answer);
  if (!isFields(answer)) return textOf(answer).split('\n');
  const widest = Math.max(0, ...Object.keys(answer).map((key) => wordsOf(key).length));
  return Object.entries(answer).flatMap(([key, value]) => {
    const label = `${wordsOf(key)}:`;
    const isLarge = isList(value) || (isFields(value) && Object.keys(value).length > 0);
    const [first = '', ...more] = isLarge ? ['', ...answerTexts(value)] : textOf(value).split('\n');
    return [
      `${label.padEnd(widest + 1)} ${first}`.trimEnd(),
      ...more.map((line) => (line === '' ? '' : INDENT + line)),
    ];
  });
};
