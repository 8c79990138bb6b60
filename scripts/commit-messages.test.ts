import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const exitCode = (message: string): number | null =>
  spawnSync('node_modules/.bin/commitlint', [], { cwd: root, input: message }).status;

describe('a commit message', () => {
  it.each([
    'votes: refuse a vote after the closing time\n\nThe clock of the database decides.',
    'e2e: wait for the icon',
  ])('is accepted: %j', (message) => {
    expect(exitCode(message)).toBe(0);
  });

  it.each([
    'Refuse a vote after the closing time',
    'votes: Refuse a vote',
    'votes: refuse a vote.',
    `votes: ${'refuse '.repeat(10)}`,
    'votes: refuse a vote\nThe clock of the database decides.',
  ])('is rejected: %j', (message) => {
    expect(exitCode(message)).toBe(1);
  });
});
