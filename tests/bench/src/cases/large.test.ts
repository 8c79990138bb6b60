import { expect, it } from 'vitest';
import { askFor, describeFinding } from '../finding.ts';
import { large } from './large.ts';

/** Pages and memory do not depend on the time: their goals hold for a tiny database on a busy machine, too. */
const isTimed = (unit: string): boolean => unit === ' ms' || unit === ' s';

it('every call, job and command runs over a filled database', async () => {
  const findings = await large.run(askFor('tiny', 1));
  expect(findings.length).toBeGreaterThanOrEqual(65);
  for (const finding of findings) {
    if ('verdict' in finding) throw new Error('there is no rival');
    const { value, goal, unit } = finding;
    expect(value, describeFinding(finding)).toSatisfy(Number.isFinite);
    if (goal && 'atMost' in goal && !isTimed(unit))
      expect(value, describeFinding(finding)).toBeLessThanOrEqual(goal.atMost);
  }
}, 900_000);
