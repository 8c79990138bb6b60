import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { areaOf, attacks, readAttacks } from './attacks.ts';
import { removed } from './copy.ts';
import { AREAS, attacksPage } from './document.ts';
import { linesOf } from './guards.ts';
import { patternOf } from './outcome.ts';
import { root } from './root.ts';
import { outcomeOf } from './runners.ts';

const textOf = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
const TABLE = textOf('tests/attack/attacks.tsv');

describe('the table of attacks', () => {
  it('names each attack once, in an area of the page', () => {
    const ids = attacks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(attacks.filter((each) => !(areaOf(each) in AREAS))).toEqual([]);
  });

  it.each(attacks.map((each) => [each.id, each] as const))('%s: its test, its row and its guard exist', (_id, each) => {
    expect(textOf(each.test.file), each.test.file).toContain(each.test.title);
    expect(`\n${textOf('docs/requirements.tsv')}`).toContain(each.spec && `\n${each.spec}\t`);
    for (const { file, name } of each.where) {
      expect(textOf(file), file).not.toBe('');
      expect(name === '' || linesOf(file, textOf(file), name), `${file}#${name}`).toBeTruthy();
    }
    for (const removal of each.proof) expect(removed(textOf(removal.file), removal)).not.toBe(textOf(removal.file));
  });

  it.each([
    ['a missing column', (row: string) => row.slice(0, row.lastIndexOf('\t'))],
    ['a column too many', (row: string) => `${row}\t`],
    ['an unknown proof', (row: string) => row.replace(/[^\t]*$/, 'by hand')],
    ['no removal', (row: string) => row.replace(/[^\t]*$/, '[]')],
    ['a file that is no test', (row: string) => row.replace('.test.ts > ', '.ts > ')],
  ])('is refused with %s', (_what, change) => {
    const [head = '', first = ''] = TABLE.split('\n');
    expect(readAttacks(`${head}\n${first}`)).toEqual([attacks[0]]);
    expect(() => readAttacks(`${head}\n${change(first)}`)).toThrow();
  });

  it('is what docs/attacks.md shows', () => {
    const isCurrent = textOf('docs/attacks.md') === attacksPage(attacks);
    expect(isCurrent, 'run "pnpm docs:attacks" and commit what it wrote').toBe(true);
  });
});

describe('a guard that is removed', () => {
  const removal = { file: 'a.ts', find: 'guard', put: '' };

  it('is gone', () => {
    expect(removed('the guard is here', removal)).toBe('the  is here');
  });

  it.each([
    ['no match', /nowhere/],
    ['guard and guard', /more than once/],
  ])('must occur once: %s', (text, says) => {
    expect(() => removed(text, removal)).toThrow(says);
  });
});

const SOURCE = `type Check = { check(): boolean };
const api = {
  check() {
    return 1 > 0;
  },
};
class Session {
  #close = () => {
    end();
  };
}
`;

describe('the lines of a guard', () => {
  it.each([
    ['check', { from: 3, to: 5 }],
    ['#close', { from: 8, to: 10 }],
    ['api', { from: 2, to: 6 }],
    ['Check', undefined],
  ])('%s', (name, lines) => {
    expect(linesOf('a.ts', SOURCE, name)).toEqual(lines);
  });
});

describe('the outcome of a test', () => {
  const test = { file: 'a.test.ts', title: 'takes %s (all of it)' };
  const outcome = (title: string, passed: boolean) => ({ file: 'a.test.ts', title, passed, message: '' });

  it('of a table is the test that failed', () => {
    const outcomes = [outcome('takes one (all of it)', true), outcome('takes two (all of it)', false)];
    expect(outcomeOf(test, outcomes)).toBe(outcomes[1]);
  });

  it('is undefined where no such test ran', () => {
    expect(outcomeOf(test, [outcome('takes one', true)])).toBeUndefined();
    expect(outcomeOf({ ...test, file: 'b.test.ts' }, [outcome('takes one (all of it)', true)])).toBeUndefined();
  });

  it('matches signs of patterns literally', () => {
    expect(new RegExp(patternOf('1 + $key (a|b)')).test('1 + anything (a|b)')).toBe(true);
  });
});
