import { z } from 'zod';
import { DEFAULT_LANGUAGE, inEachLanguage, LANGUAGES } from '../../languages.ts';
import { PHASES } from '../../phase.ts';
import { byReason, type ConsoleCall } from '../call.ts';

/** What ends a tie: `waits`: the draw needs the public log to have every vote; `noLog`: without one there is no draw. */
export const TIE_RULES = ['joint', 'draw', 'waits', 'noLog'] as const;

const count = z.number().int().nonnegative();
const localized = z.object(inEachLanguage(() => z.string()));

const nominee = z.object({
  company: z.string(),
  name: localized,
  /** The nominee's own page. A copy of the release before, which may answer during an upgrade, does not send it. */
  link: z.string().nullable().default(null),
  /** How a host says the name. */
  pronunciation: z.string().optional(),
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
  /** A copy of the release before, which may answer during an upgrade, sends neither this nor `drawn`. */
  ties: z.enum(TIE_RULES).default('joint'),
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
      /** The winner of the draw among those with rank 1. */
      drawn: z.string().nullable().default(null),
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
  reply: resultsSchema,
} as const satisfies ConsoleCall;

/** The failures of taking the result away: it is too early, for this role or for everybody. */
export const TOO_EARLY = ['console.no_result', 'console.embargo'] as const;
/** The language of the titles, and of the names of nominations and categories. */
const titled = z.object({ language: z.enum(LANGUAGES).default(DEFAULT_LANGUAGE) });

export const readResultsSheet = {
  method: 'GET',
  path: '/results/sheet',
  summary: 'The result as pages to print have it: every category with its nominees by rank, and their links',
  audience: 'results.take',
  reply: resultsSchema.extend({ at: z.iso.datetime() }),
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;
export type ResultsSheet = z.output<typeof readResultsSheet.reply>;

export const downloadResultsCsv = {
  method: 'GET',
  path: '/results/table.csv',
  summary: 'The result as CSV, a line for each nominee; the download is recorded',
  audience: 'results.take',
  query: titled,
  download: 'text/csv',
  reply: z.string(),
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;

export const downloadResultsXlsx = {
  method: 'GET',
  path: '/results/table.xlsx',
  summary: 'The result as a workbook of Excel, a row for each nominee; the download is recorded',
  audience: 'results.take',
  query: titled,
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reply: z.string(),
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;

export const downloadLogos = {
  method: 'GET',
  path: '/results/logos.zip',
  summary: 'The logos of all winners as a zip, named by nomination, category and nominee; the download is recorded',
  audience: 'results.take',
  download: 'application/zip',
  reply: z.string(),
  failures: TOO_EARLY,
} as const satisfies ConsoleCall;

export const askForReport = {
  method: 'POST',
  path: '/results/report',
  summary: 'Make a new version of the public report, with its leaf in the public log',
  audience: 'exclusions.change',
  body: byReason,
  reply: z.object({ version: z.number().int() }),
  failures: ['console.no_result'],
} as const satisfies ConsoleCall;
