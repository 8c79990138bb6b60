import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Finding, reached } from './finding.ts';

const keptSchema = z.union([
  z.strictObject({
    ratio: z.number(),
    low: z.number(),
    high: z.number(),
    rounds: z.int(),
    goal: z.number().optional(),
  }),
  z.strictObject({ value: z.number(), reached: z.boolean() }),
]);
const figuresSchema = z.record(
  z.string(),
  z.strictObject({ machine: z.string(), figures: z.record(z.string(), keptSchema) }),
);

/** A stored finding. */
export type Kept = z.output<typeof keptSchema>;
/** The figures of each case, and the machine they were measured on. */
export type Figures = z.output<typeof figuresSchema>;

/** The committed figures. */
export const FIGURES_FILE = fileURLToPath(new URL('../figures.json', import.meta.url));

const digits = (value: number): number => Number(value.toFixed(3));

/** The findings to store: those with an id. */
export const keep = (findings: readonly Finding[]): Record<string, Kept> => {
  const kept: Record<string, Kept> = {};
  for (const finding of findings) {
    if (finding.id === undefined) continue;
    if ('verdict' in finding) {
      const { ratio, ratios } = finding.verdict;
      const range = { low: digits(Math.min(...ratios)), high: digits(Math.max(...ratios)) };
      const goal = finding.goal === undefined ? {} : { goal: finding.goal };
      kept[finding.id] = { ratio: digits(ratio), ...range, rounds: ratios.length, ...goal };
    } else kept[finding.id] = { value: digits(finding.value), reached: reached(finding) };
  }
  return kept;
};

/** Reads figures; empty without a file. */
export const readFigures = (file: string): Figures =>
  existsSync(file) ? figuresSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};

/** Writes the findings of some cases; the figures of other cases remain. */
export const recordFigures = (file: string, measured: Figures): void => {
  const all = Object.entries({ ...readFigures(file), ...measured }).toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
};

/**
 * The regressions between two runs as text, by id. A ratio regresses if every round of the new run is below every round of the old
 * one, which happens by chance in one of 252 comparisons of five rounds. A figure regresses if it no longer reaches its goal.
 */
export const worseThan = (old: Record<string, Kept>, now: Record<string, Kept>): Record<string, string> => {
  const worse: Record<string, string> = {};
  for (const [id, before] of Object.entries(old)) {
    const after = now[id];
    if (after === undefined) continue;
    if ('ratio' in before && 'ratio' in after && after.high < before.low) {
      worse[id] =
        `${id} was ${before.ratio} × (${before.low}–${before.high}), is ${after.ratio} × (${after.low}–${after.high})`;
    } else if ('value' in before && 'value' in after && before.reached && !after.reached) {
      worse[id] = `${id} was ${before.value} and reached its goal, is ${after.value} and does not`;
    }
  }
  return worse;
};
