import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'laurel-ci-'));
  for (const folder of ['.ci', '.reports', 'bin']) mkdirSync(join(root, folder));
  cpSync(join(import.meta.dirname, '../.ci/run'), join(root, '.ci/run'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Runs `.ci/run` with an npm that writes this report for `npm test`, and this one for the stages named after it. */
function run(quick: string, more: string) {
  writeFileSync(join(root, 'quick'), quick);
  writeFileSync(join(root, 'more'), more);
  const npm = join(root, 'bin/npm');
  writeFileSync(
    npm,
    `#!/usr/bin/env bash\nif [ -z "$4" ]; then from=quick; else from=more; fi\ncp $from .reports/total\n`,
  );
  chmodSync(npm, 0o755);
  const PATH = [join(root, 'bin'), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync('bash', ['.ci/run'], { cwd: root, env: { PATH }, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
}

const QUICK = '3 passed, 0 failed\nstages: checks tests journeys\n';
const MORE = '2 passed, 0 failed\nstages: slow more-journeys\n';

it('the run adds up its stages', () => {
  expect(run(QUICK, MORE)).toEqual({ status: 0, lines: ['5 passed, 0 failed'] });
});

it('a stage of the run that did not run is a failure', () => {
  const { status, lines } = run(QUICK, '2 passed, 0 failed\nstages: slow\n');
  expect(lines).toEqual(['✗ more-journeys: did not run', '5 passed, 1 failed']);
  expect(status).toBe(1);
});

it('a run that was stopped before its report is a failure of each of its stages', () => {
  rmSync(join(root, '.reports'), { recursive: true });
  const { status, lines } = run(QUICK, MORE);
  expect(lines.at(-1)).toBe('0 passed, 5 failed');
  expect(status).toBe(1);
});

it('failed tests are named before the total', () => {
  const { status, lines } = run(QUICK, '1 passed, 1 failed\nstages: slow more-journeys\n✗ more-journeys: a title\n');
  expect(lines).toEqual(['✗ more-journeys: a title', '4 passed, 1 failed']);
  expect(status).toBe(1);
});
