import { expect, it } from 'vitest';
import { runSteps, type Step } from './steps.ts';

// This test fails with the steps awaited one by one: those after the first failure never run.
it('steps that fail or hang are reported, and keep no other from running, in order', async () => {
  const [ran, failed]: [string[], string[]] = [[], []];
  const step = (name: string, run: () => Promise<void> | void): Step => [
    name,
    () => {
      ran.push(name);
      return run();
    },
  ];
  const steps = [
    step('ends', async () => undefined),
    step('rejects', () => Promise.reject(new Error('away'))),
    step('hangs', () => new Promise(() => undefined)),
    step('throws', () => {
      throw new Error('broken');
    }),
    step('ends too', () => undefined),
  ];
  await runSteps(steps, 50, (name, error) => failed.push(`${name}: ${error instanceof Error ? error.message : ''}`));
  expect(ran).toEqual(['ends', 'rejects', 'hangs', 'throws', 'ends too']);
  expect(failed).toEqual(['rejects: away', 'hangs: did not end in 50 milliseconds', 'throws: broken']);
});
