import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedStages, quickStages, restStages } from './stages.ts';

it('a release runs every stage', () => {
  const workflow = readFileSync(join(import.meta.dirname, '../.github/workflows/release.yml'), 'utf8');
  const ran = Array.from(workflow.matchAll(/- stages: (?:build )?(.+)/g), ([, name]) => name);
  expect(ran).toEqual(['--quick', ...[...restStages, ...namedStages].map(({ name }) => name)]);
  expect(quickStages.map(({ name }) => name)).toEqual(['tests', 'journeys']);
});
