import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeLargeBundle } from './large.ts';
import { runScriptWith } from './run-script.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-large-'));
const bundle = join(folder, 'bundle.jsonl');

beforeAll(() => writeLargeBundle(bundle, 1_000_000), 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('verify.py checks a million votes within a minute', async () => {
  const started = performance.now();
  const { exit, stdout } = await runScriptWith([bundle]);
  expect(exit).toBe(0);
  expect(stdout).toContain('1000000 votes');
  expect(performance.now() - started).toBeLessThan(60_000);
});
