import { percentile } from '@laurel/api/rehearsal/requests';
import lighthouse, { type Result } from 'lighthouse';
import type { Figure } from '../finding.ts';

const SCORES = [
  { id: 'performance', what: 'performance', atLeast: 95 },
  { id: 'accessibility', what: 'accessibility', atLeast: 100 },
  { id: 'best-practices', what: 'best practices', atLeast: 100 },
  { id: 'seo', what: 'SEO', atLeast: 100 },
];

const TIMES = [
  { id: 'largest-contentful-paint', what: 'largest contentful paint', atMost: 2, unit: ' s', scale: 1000, digits: 2 },
  { id: 'cumulative-layout-shift', what: 'cumulative layout shift', atMost: 0.02, unit: '', scale: 1, digits: 3 },
  { id: 'total-blocking-time', what: 'total blocking time', atMost: 100, unit: ' ms', scale: 1, digits: 0 },
];

/** The audits that cost a category points in a run. */
const costing = (results: readonly Result[], category: string): string => {
  const ids = results.flatMap(({ categories, audits }) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  return [...new Set(ids)].join(', ');
};

const visit = async (origin: string, port: number): Promise<Result> => {
  const run = await lighthouse(origin, { port, logLevel: 'error', onlyCategories: SCORES.map(({ id }) => id) });
  if (!run) throw new Error('Lighthouse gave no result');
  if (run.lhr.runtimeError) throw new Error(`Lighthouse: ${run.lhr.runtimeError.message}`);
  return run.lhr;
};

/** Lighthouse's visit by a mid-range phone over slow 4G, the median of some rounds. */
export const measureWithLighthouse = async (origin: string, port: number, rounds: number): Promise<Figure[]> => {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round++) results.push(await visit(origin, port));
  const middle = (of: (result: Result) => number | null | undefined): number =>
    percentile(
      results.map((result) => of(result) ?? Number.NaN),
      0.5,
    );
  return [
    ...SCORES.map(({ id, what, atLeast }) => ({
      id: `web.${id}`,
      what: `Lighthouse, mobile, ${what}`,
      value: middle(({ categories }) => (categories[id]?.score ?? Number.NaN) * 100),
      goal: { atLeast },
      unit: '',
      note: costing(results, id),
    })),
    ...TIMES.map(({ id, what, atMost, unit, scale, digits }) => ({
      id: `web.${id}`,
      what: `Lighthouse, mobile, ${what}`,
      value: middle(({ audits }) => (audits[id]?.numericValue ?? Number.NaN) / scale),
      goal: { atMost },
      unit,
      digits,
    })),
  ];
};
