import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The result of a test, and the first line of its failure. */
export type TestOutcome = { file: string; title: string; passed: boolean; message: string };

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const spec = z.object({
  file: z.string(),
  title: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({ results: z.array(z.object({ error: z.object({ message: z.string() }).partial().optional() })) }),
  ),
});
const suite = z.object({
  specs: z.array(spec).optional(),
  get suites() {
    return z.array(suite).optional();
  },
});
type Spec = z.output<typeof spec>;
type Suite = z.output<typeof suite>;
const playwrightReport = z.object({ suites: z.array(suite) });

const firstLine = (text: string | undefined): string => text?.split('\n').find((line) => line.trim() !== '') ?? '';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** The tests of vitest's JSON report that ran; files are absolute paths. */
export const vitestOutcomes = (report: string): TestOutcome[] =>
  vitestReport.parse(read(report)).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status, failureMessages }) => ({
        file: name,
        title,
        passed: status === 'passed',
        message: firstLine(failureMessages?.[0]),
      })),
  );

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** The tests of Playwright's JSON report; files are spelled as in the report. */
export const playwrightOutcomes = (report: string): TestOutcome[] =>
  playwrightReport
    .parse(read(report))
    .suites.flatMap(specsOf)
    .map(({ file, title, ok, tests }) => ({
      file,
      title,
      passed: ok,
      message: firstLine(tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n')),
    }));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A pattern for the names of a test: titles of a table (`it.each`) have `%s` or `$key`. */
export const patternOf = (test: string): string =>
  test
    .split(/%[sdijfo]|\$\w+/)
    .map(escaped)
    .join('.*');
