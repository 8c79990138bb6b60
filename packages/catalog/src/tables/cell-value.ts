/** Formats of dates and times that every workbook has (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
/** What a format shows as it is: texts in quotes, an escaped character, a colour or a currency. Elapsed hours stay. */
const SHOWN = /"[^"]*"|\\.|_.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Whether a format shows a number as a date or a time. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltInDate(id) : /[ymdhs]/i.test(code.replace(SHOWN, '').replace(/general/gi, ''));

const DAY_MS = 86_400_000;
/** Day 0: Excel counts a 29 February 1900 that never was. */
const EPOCH = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };

/** A number of days as `2027-05-20`, `2027-05-20 19:00` or `19:00`. */
const dateText = (days: number, from1904: boolean): string | undefined => {
  const start = from1904 ? EPOCH.from1904 : EPOCH.from1900;
  const minutes = Math.round((days - Math.floor(days)) * 1440);
  const date = new Date(start + Math.floor(days) * DAY_MS + minutes * 60_000);
  if (days < 0 || Number.isNaN(date.getTime())) return undefined;
  const [day = '', time = ''] = date.toISOString().slice(0, 16).split('T');
  if (days < 1) return time;
  return minutes === 0 ? day : `${day} ${time}`;
};

/** A number as Excel shows it in a wide cell: with 15 digits at most, which hides the errors of binary fractions. */
const numberText = (value: string): string => {
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
};

/** The text of a number. */
export const textOfNumber = (value: string, isDate: boolean, from1904: boolean): string =>
  (isDate ? dateText(Number(value), from1904) : undefined) ?? numberText(value);

/** Excel writes characters that XML can't hold as _x000D_. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The index of a column, from 0, and the row, from 1, of an address like `AB12`. */
export const addressOf = (address: string): { column: number; row: number } | undefined => {
  const [, letters = '', digits = ''] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(address) ?? [];
  if (letters === '') return undefined;
  const column = Array.from(letters.toUpperCase()).reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(digits) };
};

/** The letters of a column: `A` for 0. */
export const columnLetters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26);
