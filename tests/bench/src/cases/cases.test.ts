import { describe, expect, it } from 'vitest';
import { CASES } from '../cases.ts';
import { askFor, type BenchCase, describeFinding } from '../finding.ts';
import { slopeOf } from './soak.ts';

/** `idle` and `web` have one size, for a quiet machine; `large` has a test of its own. */
const small = CASES.filter(({ name }) => !['idle', 'web', 'large'].includes(name));

// Each case audits its votes and throws if one is missing. The timing does not matter here.
describe.each<BenchCase>(small)('bench case $name', ({ run }) => {
  it('returns finite figures from one small round, and loses nothing', async () => {
    const findings = await run(askFor('tiny', 1));
    expect(findings).not.toEqual([]);
    for (const finding of findings) {
      const figure = 'verdict' in finding ? finding.verdict.ratio : finding.value;
      expect(figure, describeFinding(finding)).toSatisfy(Number.isFinite);
      // A goal of zero, such as lost votes, holds at any speed.
      if (!('verdict' in finding) && finding.goal && 'atMost' in finding.goal && finding.goal.atMost === 0)
        expect(figure, describeFinding(finding)).toBe(0);
    }
  });
});

it('slope is that of the regression line', () => {
  const points = (of: (x: number) => number) => [0, 1, 2, 3].map((x) => ({ x, y: of(x) }));
  expect(slopeOf(points((x) => 3 * x + 7))).toBeCloseTo(3);
  expect(slopeOf(points(() => 7))).toBe(0);
  expect(slopeOf(points((x) => (x % 2 === 0 ? 1 : -1)))).toBeCloseTo(-0.4);
});
