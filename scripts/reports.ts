import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The numbers of passed and failed tests. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
}

/** Adds up totals. */
export function sum(totals: readonly Totals[]): Totals {
  return totals.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });
}

/**
 * Adjusts totals by the exit code. A failure outside a test (a file that cannot be loaded, an unhandled rejection, no
 * report, no tests) only shows in the exit code and counts as one failure.
 */
export function withExitCode(totals: Totals, code: number): Totals {
  const nothingRan = totals.passed + totals.failed === 0;
  const unexplained = totals.failed === 0 && (code !== 0 || nothingRan);
  return unexplained ? { passed: totals.passed, failed: 1 } : totals;
}

/** Reads vitest's JSON report. A file that failed without a failing test counts as one failure. */
export function vitestTotals(file: string): Totals {
  const report = readReport(file);
  const files = listOf(report, 'testResults');
  const broken = files.filter(
    (one) =>
      field(one, 'status') === 'failed' &&
      !listOf(one, 'assertionResults').some((test) => field(test, 'status') === 'failed'),
  );
  return {
    passed: numberOf(report, 'numPassedTests'),
    failed: numberOf(report, 'numFailedTests') + broken.length,
  };
}

/** Reads Playwright's JSON report. Flaky tests and errors outside tests count as failures. */
export function playwrightTotals(file: string): Totals {
  const report = readReport(file);
  const stats = field(report, 'stats');
  return {
    passed: numberOf(stats, 'expected'),
    failed: numberOf(stats, 'unexpected') + numberOf(stats, 'flaky') + listOf(report, 'errors').length,
  };
}

/** The failed tests of vitest's JSON report, one line each: the title, and the first line of the error. */
export function vitestFailures(file: string): readonly string[] {
  const tests = listOf(readReport(file), 'testResults').flatMap((one) => listOf(one, 'assertionResults'));
  return tests
    .filter((test) => field(test, 'status') === 'failed')
    .map((test) => failureLine(textOf(test, 'fullName'), listOf(test, 'failureMessages')[0]));
}

/** The failed tests of Playwright's JSON report, one line each: the file, the title, and the first line of the error. */
export function playwrightFailures(file: string): readonly string[] {
  const inSuite = (suite: unknown): readonly string[] => [
    ...listOf(suite, 'specs')
      .filter((spec) => field(spec, 'ok') === false)
      .map((spec) => {
        const results = listOf(spec, 'tests').flatMap((test) => listOf(test, 'results'));
        const error = results.flatMap((result) => listOf(result, 'errors'))[0];
        return failureLine(`${textOf(spec, 'file')}: ${textOf(spec, 'title')}`, field(error, 'message'));
      }),
    ...listOf(suite, 'suites').flatMap(inSuite),
  ];
  return listOf(readReport(file), 'suites').flatMap(inSuite);
}

function failureLine(title: string, error: unknown): string {
  const [first = ''] = typeof error === 'string' ? stripVTControlCharacters(error).split('\n') : [];
  return `${title}: ${first}`.slice(0, 300);
}

function textOf(value: unknown, key: string): string {
  const found = field(value, key);
  return typeof found === 'string' ? found : '';
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function numberOf(value: unknown, key: string): number {
  const found = field(value, key);
  return typeof found === 'number' ? found : 0;
}

function listOf(value: unknown, key: string): readonly unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}
