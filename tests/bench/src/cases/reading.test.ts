import { describe, expect, it } from 'vitest';
import { askFor, type BenchCase, type Finding } from '../finding.ts';
import { broadcast } from './broadcast.ts';
import { cdn } from './cdn.ts';
import { lastHour } from './last-hour.ts';
import { logIntegrate } from './log-integrate.ts';
import { reads } from './reads.ts';
import { reconnect } from './reconnect.ts';
import { slopeOf, soak } from './soak.ts';
import { sockets } from './sockets.ts';
import { start } from './start.ts';
import { statistics } from './statistics.ts';

const valuesOf = (finding: Finding): number[] =>
  'verdict' in finding ? [finding.verdict.ratio, ...finding.verdict.ratios] : [finding.value];

/** Whether a finding's goal is zero, such as lost votes: every run must reach it, whatever its timing. */
const mustBeNone = (finding: Finding): boolean =>
  !('verdict' in finding) && finding.goal !== undefined && 'atMost' in finding.goal && finding.goal.atMost === 0;

/** One small round, which checks that nothing is lost, not how fast it is. */
const tiny = ({ run }: BenchCase): Promise<Finding[]> => run(askFor('tiny', 1));

describe.each<[BenchCase, number]>([
  [reads, 32],
  [cdn, 3],
  [broadcast, 6],
  [reconnect, 1],
  [sockets, 7],
  [start, 2],
  [statistics, 2],
  [logIntegrate, 2],
  [lastHour, 9],
  [soak, 4],
])('bench case $name', (each, fewest) => {
  it('returns its findings without an error', async () => {
    const findings = await tiny(each);
    expect(findings.length).toBeGreaterThanOrEqual(fewest);
    for (const finding of findings) {
      for (const value of valuesOf(finding)) expect(value, finding.what).toSatisfy(Number.isFinite);
      if (mustBeNone(finding)) expect(valuesOf(finding), finding.what).toEqual([0]);
    }
  });
});

it('slope is that of the regression line', () => {
  const points = (of: (x: number) => number) => [0, 1, 2, 3].map((x) => ({ x, y: of(x) }));
  expect(slopeOf(points((x) => 3 * x + 7))).toBeCloseTo(3);
  expect(slopeOf(points(() => 7))).toBe(0);
  expect(slopeOf(points((x) => (x % 2 === 0 ? 1 : -1)))).toBeCloseTo(-0.4);
});
