import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROW } from './stages.ts';

it('the pattern of the quick journeys matches every requirement id', () => {
  const list = readFileSync(join(import.meta.dirname, '../docs/requirements.tsv'), 'utf8');
  const ids = list
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.slice(0, row.indexOf('\t')));
  expect(ids.length).toBeGreaterThan(100);
  const whole = new RegExp(`^${ROW}$`);
  expect(ids.filter((id) => !whole.test(id))).toEqual([]);
});
