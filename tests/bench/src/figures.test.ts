import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FIGURES_FILE, keep, readFigures, recordFigures, worseThan } from './figures.ts';
import { judge } from './measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ratio = (...ratios: number[]) =>
  keep([
    {
      id: 'a',
      what: 'a',
      unit: '',
      goal: 2,
      verdict: judge(
        ratios,
        ratios.map(() => 1),
      ),
    },
  ]);

describe('the stored figures', () => {
  it('contain the median and range of a ratio, and whether a figure reached its goal', () => {
    const found = keep([
      { id: 'fast', what: 'it is fast', unit: '/s', goal: 2, verdict: judge([10, 30, 20], [10, 10, 10]) },
      { id: 'small', what: 'it is small', unit: ' KB', value: 22.3456, goal: { atMost: 40 } },
      { what: 'only shown', unit: '', value: 1 },
    ]);
    expect(found).toEqual({
      fast: { ratio: 2, low: 1, high: 3, rounds: 3, goal: 2 },
      small: { value: 22.346, reached: true },
    });
  });

  it('of one case are written without changing those of another', () => {
    const file = join(folder, 'figures.json');
    recordFigures(file, { first: { machine: 'm', figures: ratio(1, 2) } });
    recordFigures(file, { second: { machine: 'm', figures: ratio(3) } });
    recordFigures(file, { first: { machine: 'n', figures: ratio(4) } });
    expect(Object.entries(readFigures(file)).map(([name, { machine }]) => [name, machine])).toEqual([
      ['first', 'n'],
      ['second', 'm'],
    ]);
    expect(readFileSync(file, 'utf8').endsWith('}\n')).toBe(true);
    expect(readFigures(join(folder, 'none.json'))).toEqual({});
  });

  it('in the repository can be read', () => {
    expect(Object.keys(readFigures(FIGURES_FILE))).toContain('vote');
  });
});

describe('a regression', () => {
  it('is a ratio whose whole range is below the old one', () => {
    expect(worseThan(ratio(1.8, 2, 2.2), ratio(1.5, 1.6, 1.79))).toEqual({
      a: 'a was 2 × (1.8–2.2), is 1.6 × (1.5–1.79)',
    });
    expect(worseThan(ratio(1.8, 2, 2.2), ratio(1.2, 1.3, 1.8))).toEqual({});
    expect(worseThan(ratio(1.8, 2, 2.2), ratio(3, 3, 3))).toEqual({});
  });

  it('is a figure that no longer reaches its goal', () => {
    const small = (value: number) => keep([{ id: 'kb', what: 'kb', unit: '', value, goal: { atMost: 40 } }]);
    expect(worseThan(small(22), small(41))).toEqual({
      kb: 'kb was 22 and reached its goal, is 41 and does not',
    });
    expect(worseThan(small(22), small(39))).toEqual({});
    expect(worseThan(small(45), small(50))).toEqual({});
    expect(worseThan(small(22), {})).toEqual({});
  });
});
