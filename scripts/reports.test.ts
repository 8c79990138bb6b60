import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playwrightFailures, playwrightTotals, sum, vitestFailures, vitestTotals, withExitCode } from './reports.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function report(value: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(value));
  return file;
}

describe('totals', () => {
  it('reads vitest’s report, and counts a file that could not be loaded', () => {
    const file = report({
      numPassedTests: 7,
      numFailedTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }, { status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
      ],
    });
    expect(vitestTotals(file)).toEqual({ passed: 7, failed: 3 });
  });

  it('reads Playwright’s report; a flaky journey and an error outside the tests are failures', () => {
    const file = report({
      stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 },
      errors: [{ message: 'no server' }],
    });
    expect(playwrightTotals(file)).toEqual({ passed: 4, failed: 3 });
  });

  it('reads a missing report as empty', () => {
    expect(vitestTotals(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 });
    expect(playwrightTotals(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0 });
  });

  it('counts a failure that only the exit code shows, and a run without tests', () => {
    expect(withExitCode({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 });
    expect(withExitCode({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
    expect(withExitCode({ passed: 9, failed: 2 }, 1)).toEqual({ passed: 9, failed: 2 });
    expect(withExitCode({ passed: 9, failed: 0 }, 0)).toEqual({ passed: 9, failed: 0 });
  });

  it('adds up totals', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 20, failed: 3 },
      ]),
    ).toEqual({ passed: 21, failed: 3 });
    expect(sum([])).toEqual({ passed: 0, failed: 0 });
  });
});

describe('the list of failed tests', () => {
  it('has the title and the first line of the error of each test that vitest saw fail', () => {
    const file = report({
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a sum adds' },
            {
              status: 'failed',
              fullName: 'a sum adds up',
              failureMessages: [['\u001b[31m', 'expected 1 to be 2', '\u001b[39m\n  at x'].join('')],
            },
          ],
        },
      ],
    });
    expect(vitestFailures(file)).toEqual(['a sum adds up: expected 1 to be 2']);
  });

  it('has the file and the title of each test that Playwright saw fail', () => {
    const passed = { ok: true, title: 'votes', file: 'src/vote.spec.ts', tests: [{ results: [{ errors: [] }] }] };
    const failed = {
      ok: false,
      title: 'logs in',
      file: 'src/vote.spec.ts',
      tests: [{ results: [{ errors: [{ message: 'Timed out\nat y' }] }] }],
    };
    const file = report({ suites: [{ specs: [passed], suites: [{ specs: [failed] }] }] });
    expect(playwrightFailures(file)).toEqual(['src/vote.spec.ts: logs in: Timed out']);
  });

  it('is empty without a report', () => {
    expect(vitestFailures(join(folder, 'none.json'))).toEqual([]);
    expect(playwrightFailures(join(folder, 'none.json'))).toEqual([]);
  });
});
