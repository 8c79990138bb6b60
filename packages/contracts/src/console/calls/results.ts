import { z } from 'zod';
import { inEachLanguage } from '../../languages.ts';
import { PHASES } from '../../phase.ts';
import type { ConsoleCall } from '../call.ts';

const count = z.number().int().nonnegative();
const localized = z.object(inEachLanguage(() => z.string()));

const nominee = z.object({
  company: z.string(),
  name: localized,
  /** No longer in the edition; it has no share and no rank. */
  withdrawn: z.boolean(),
  cast: count,
  excluded: count,
  counted: count,
  /** Percent of the category's counted votes. */
  share: z.number().nullable(),
  /** Equal votes have the same rank; null without votes. */
  rank: z.number().int().positive().nullable(),
  tie: z.boolean(),
});

export const resultsSchema = z.object({
  phase: z.enum(PHASES),
  /** Final: voting is over and no vote can follow. */
  final: z.boolean(),
  /** Whether numbers by nominee are hidden until the winners are announced; then `nominees` is null. */
  embargo: z.boolean(),
  announcedAt: z.iso.datetime().nullable(),
  votes: z.object({ cast: count, excluded: count, counted: count }),
  categories: z.array(
    z.object({
      nomination: z.string(),
      niche: z.string(),
      title: localized,
      name: localized,
      cast: count,
      excluded: count,
      counted: count,
      /** By rank, then the withdrawn ones with votes. */
      nominees: z.array(nominee).nullable(),
    }),
  ),
});
export type Results = z.output<typeof resultsSchema>;
export type ResultsCategory = Results['categories'][number];
export type ResultsNominee = z.output<typeof nominee>;

export const readResults = {
  method: 'GET',
  path: '/results',
  summary: 'Each category: votes cast, excluded and counted; by nominee with share and rank, unless under embargo',
  audience: 'results.read',
  reply: { status: 200, schema: resultsSchema },
  failures: [],
} as const satisfies ConsoleCall;
