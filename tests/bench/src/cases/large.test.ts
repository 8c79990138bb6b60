import { expect, it } from 'vitest';
import { askFor, describeFinding } from '../finding.ts';
import { large } from './large.ts';

/** Statements and memory do not depend on the time: the goals of a tiny database hold on a busy machine, too. */
const isTimed = (what: string): boolean => /longest|record|count|compare|check|delete|publish/.test(what);

it('every call, job and command runs over a filled database', async () => {
  const findings = await large.run(askFor('tiny', 1));
  expect(findings.length).toBeGreaterThanOrEqual(80);
  for (const finding of findings) {
    if ('verdict' in finding) throw new Error('there is no rival');
    const { what, value, goal } = finding;
    expect(value, describeFinding(finding)).toSatisfy(Number.isFinite);
    if (goal && 'atMost' in goal && !isTimed(what))
      expect(value, describeFinding(finding)).toBeLessThanOrEqual(goal.atMost);
  }
}, 900_000);
