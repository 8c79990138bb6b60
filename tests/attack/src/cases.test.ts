import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf } from './case.ts';
import { cases } from './cases.ts';
import { removed } from './copy.ts';
import { AREAS, attacksPage } from './document.ts';
import { patternOf } from './outcome.ts';
import { root } from './root.ts';
import { outcomeOf } from './runners.ts';

const textOf = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

describe('the list of attacks', () => {
  it('names each case once, in an area of the page', () => {
    const ids = cases.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(cases.filter((each) => !(areaOf(each) in AREAS))).toEqual([]);
  });

  it.each(cases.map((each) => [each.id, each] as const))('%s: its test exists, and so does its guard', (_id, each) => {
    expect(textOf(each.proof.file), each.proof.file).toContain(each.proof.test);
    expect(each.without.length, 'says how its guard is taken away').toBeGreaterThan(0);
    for (const removal of each.without) {
      expect(removed(textOf(removal.file), removal)).not.toBe(textOf(removal.file));
    }
  });

  it('is what docs/attacks.md says', () => {
    expect(textOf('docs/attacks.md') === attacksPage(cases), 'run "pnpm docs:attacks" and commit what it wrote').toBe(
      true,
    );
  });
});

describe('a guard that is taken away', () => {
  const removal = { file: 'a.ts', find: 'guard', put: '' };

  it('is gone', () => {
    expect(removed('the guard stands', removal)).toBe('the  stands');
  });

  it.each([
    ['nobody stands', /nowhere/],
    ['guard and guard', /more than once/],
  ])('must be found once: %s', (text, says) => {
    expect(() => removed(text, removal)).toThrow(says);
  });
});

describe('the outcome of a proof', () => {
  const proof = { file: 'a.test.ts', test: 'takes %s (all of it)' };
  const outcome = (title: string, passed: boolean) => ({ file: 'a.test.ts', title, passed, said: '' });

  it('of a table is the test that failed', () => {
    const outcomes = [outcome('takes one (all of it)', true), outcome('takes two (all of it)', false)];
    expect(outcomeOf(proof, outcomes)).toBe(outcomes[1]);
  });

  it('is nothing where no such test ran', () => {
    expect(outcomeOf(proof, [outcome('takes one', true)])).toBeUndefined();
    expect(outcomeOf({ ...proof, file: 'b.test.ts' }, [outcome('takes one (all of it)', true)])).toBeUndefined();
  });

  it('takes signs of patterns as they stand', () => {
    expect(new RegExp(patternOf('1 + $key (a|b)')).test('1 + anything (a|b)')).toBe(true);
  });
});
