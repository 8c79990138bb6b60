import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeLargeBundle } from './large.ts';
import { measureScript } from './run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks a bundle of this many votes. @returns the seconds of the processor */
const check = async (votes: number): Promise<number> => {
  const bundle = join(folder, `${votes}.jsonl`);
  await writeLargeBundle(bundle, votes);
  const { exit, stdout, seconds } = await measureScript(bundle);
  expect(exit).toBe(0);
  expect(stdout).toContain(`${votes} votes`);
  return seconds;
};

/** It takes less than a minute on an idle machine. */
const TIMEOUT_MS = 1_800_000;

it('verify.py checks a million votes, in a time that grows with their number', { timeout: TIMEOUT_MS }, async () => {
  const tenth = await check(100_000);
  expect(tenth).toBeGreaterThan(0);
  // About ten times as long. It would be a hundred times with a search of all votes for each vote.
  expect(await check(1_000_000)).toBeLessThan(30 * tenth);
});
