import { type Violation, violation } from '../problem.ts';

/** Limits of a table. */
export const TABLE_LIMITS = {
  /** Rows with text, without the header. */
  rows: 10_000,
  columns: 100,
  /** Characters of a cell, as in Excel. */
  cell: 32_767,
  /** Bytes of a file. */
  bytes: 10 * 1024 * 1024,
  /** Bytes of the parts of a workbook that are read, unpacked. */
  unpacked: 40 * 1024 * 1024,
  /** Characters of all cells together. */
  text: 20 * 1024 * 1024,
} as const;

export const unpackedRule = (): Violation =>
  violation('tableUnpacked', { size: `${TABLE_LIMITS.unpacked / 1024 / 1024} MB` });

/** Titles above the header may take so many lines with text. */
export const HEADER_WITHIN = 10;
/** The most lines with text that are read: one more than a table may have is noticed. */
export const MAX_LINES = TABLE_LIMITS.rows + HEADER_WITHIN + 1;

/** A line with text, with its number in the file, from 1. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file that is refused as a whole, or for a cell. */
export class TableError extends Error {
  override name = 'TableError';
  readonly rule: Violation;
  readonly line: number;

  constructor(rule: Violation, line = 1) {
    super(rule.message);
    this.rule = rule;
    this.line = line;
  }
}

const BLANK = /[\s\u200B\u2060\uFEFF]/;

/** A cell without blanks around it, and with every line break as a line feed. */
export const cleanCell = (cell: string): string => {
  const text = cell.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').replaceAll('\t', ' ');
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
