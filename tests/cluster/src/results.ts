import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Result } from './round.ts';

const COLUMNS = [
  'date',
  'faults',
  'acknowledged',
  'silence_ms',
  'after_end_ms',
  'lost',
  'twice',
  'messages',
  'messages_lost',
  'exclusion_steps',
  'checkpoints',
  'problems',
] as const;
const rowSchema = z.record(z.enum(COLUMNS), z.string());
type Row = z.output<typeof rowSchema>;

/** The file of a series: one line for each round, so that a series can be continued. */
export const readResults = (path: string): Row[] => {
  if (!existsSync(path)) return [];
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const values = line.split('\t');
    return rowSchema.parse(Object.fromEntries(COLUMNS.map((column, index) => [column, values[index] ?? ''])));
  });
};

/** The problems as one text; equal ones are named once, with their number. */
const textOf = (problems: readonly string[]): string =>
  Object.entries(Object.groupBy(problems, (problem) => problem))
    .map(([problem, equal = []]) => (equal.length > 1 ? `${equal.length} × ${problem}` : problem))
    .join('; ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 2_000);

/** Adds a round. */
export const addResult = (path: string, result: Result): void => {
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) writeFileSync(path, `${COLUMNS.join('\t')}\n`);
  const { faults, acknowledged, silence, afterEnd, lost, twice, messages, messagesLost } = result;
  const { exclusionSteps, checkpoints, problems } = result;
  const cells = [
    new Date().toISOString(),
    ...[
      faults,
      acknowledged,
      silence,
      afterEnd,
      lost,
      twice,
      messages,
      messagesLost,
      exclusionSteps,
      checkpoints,
      textOf(problems),
    ],
  ];
  appendFileSync(path, `${cells.join('\t')}\n`);
};

const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const sum = (rows: readonly Row[], column: keyof Row): number =>
  rows.reduce((total, row) => total + Number(row[column]), 0);

/**
 * The table of a series in Markdown.
 * @param titles the descriptions of the faults; pairs are one row
 * @param stops the faults whose silence counts from their end
 */
export const tableOf = (
  rows: readonly Row[],
  titles: ReadonlyMap<string, string>,
  stops: ReadonlySet<string>,
): string => {
  const lines = [
    '| fault | rounds | votes acknowledged | lost | twice | messages lost | silence, median | silence, longest |',
    '|---|---|---|---|---|---|---|---|',
  ];
  const groups = Map.groupBy(rows, ({ faults }) => (faults.includes('+') ? 'pairs' : faults));
  for (const [name, about] of [...titles, ['pairs', 'two of these at random, up to 10 s apart'] as const]) {
    const found = groups.get(name);
    if (!found) continue;
    const silences = found.map((row) => Number(stops.has(name) ? row.after_end_ms : row.silence_ms));
    const cells = [
      about,
      found.length,
      ...(['acknowledged', 'lost', 'twice', 'messages_lost'] as const).map((column) => sum(found, column)),
      `${seconds(median(silences))} s`,
      `${seconds(Math.max(...silences))} s`,
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
};
