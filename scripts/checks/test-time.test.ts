import { expect, it } from 'vitest';
import { checkTestTime } from './test-time.ts';

const problems = (text: string, file = 'apps/api/src/jobs/worker.test.ts') =>
  checkTestTime({ files: [file], read: () => text });

const SLEEP = "import { setTimeout as sleep } from 'node:timers/promises';\n";

it.each([
  'await page.waitForTimeout(300);',
  'await vi.waitFor(check);',
  'await vi.waitUntil(() => done);',
  'vi.useFakeTimers({ shouldAdvanceTime: true });',
  'await page.clock.install();',
  'await page.clock.resume();',
  'await new Promise((resolve) => setTimeout(resolve, 50));',
  'fetch(url, { signal: AbortSignal.timeout(100) });',
  `${SLEEP}await sleep(300);`,
  'await expect.poll(read, { timeout: 3_000 }).toBe(1);',
])('a test that depends on the speed of the machine is refused: %s', (text) => {
  expect(problems(text)).toHaveLength(1);
});

it.each([
  'await expect.poll(read).toBe(1);',
  "vi.useFakeTimers({ toFake: ['setTimeout'] });",
  'await socket.setTimeout(1);',
  'it("takes long", { timeout: 900_000 }, work);',
  '// Real time: the server ends the request.\nawait new Promise((resolve) => setTimeout(resolve, 50));',
  `${SLEEP}await sleep(5); // Real time: the load is spread.`,
  `${SLEEP}/*\n * Real time: another process\n * ends the request.\n */\nawait sleep(5);`,
  '// Real time: the limit is the subject.\nconst api = start({ timeout: 100 });',
])('a test that does not, or gives the reason, is accepted: %s', (text) => {
  expect(problems(text)).toEqual([]);
});

it('a reason does not excuse a clock that runs', () => {
  expect(problems('// Real time: because.\nawait page.clock.install();')).toHaveLength(1);
});

it('names the line, and reads the helpers of tests but not the product and the benchmarks', () => {
  const text = '\nawait new Promise((resolve) => setTimeout(resolve, 50));';
  expect(problems(text, 'tests/support/src/people.ts')).toMatchObject([{ file: 'tests/support/src/people.ts:2' }]);
  expect(problems(text, 'apps/api/src/jobs/worker.ts')).toEqual([]);
  expect(problems(text, 'tests/bench/src/load.ts')).toEqual([]);
});
