import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedStages, quickStages, ROW, restStages } from './stages.ts';

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

it('a release runs every stage', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../.github/workflows/release.yml'), 'utf8');
  const ran = Array.from(workflow.matchAll(/- stages: (?:build )?(.+)/g), ([, name]) => name);
  expect(ran).toEqual(['--quick', ...[...restStages, ...namedStages].map(({ name }) => name)]);
  expect(quickStages.map(({ name }) => name)).toEqual(['tests', 'journeys']);
});
