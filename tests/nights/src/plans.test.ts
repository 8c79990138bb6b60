import { expect, it } from 'vitest';
import { costs } from './cost.ts';
import { farmsOf, planOf, TEST, TRAINING } from './plans.ts';

it.each([
  ['training', TRAINING],
  ['test', TEST],
] as const)('the nights of the %s seeds cover size, drip, camouflage and rows evenly', (_, seeds) => {
  const farms = seeds.flatMap((seed) => farmsOf(seed).filter(({ name }) => name !== 'ghost'));
  const cell = ({ size, when, camouflage, numbers }: (typeof farms)[number]): string =>
    [size, when === 'drip', camouflage, numbers === 'scattered'].join();
  expect([...Map.groupBy(farms, cell).values()].map(({ length }) => length)).toEqual(Array(48).fill(2));
  for (const seed of seeds) expect(farmsOf(seed)).toHaveLength(13);
  for (const dial of ['network', 'browsers', 'names', 'mailboxes', 'steps', 'social', 'zone', 'bought'] as const)
    expect(new Set(farms.map((plan) => plan[dial])).size, dial).toBeGreaterThan(1);
});

it('a farm’s plan is found by its name, and an unknown one is an error', () => {
  expect(planOf(1, 'f3')).toBe(farmsOf(1)[3]);
  expect(() => planOf(1, 'f99')).toThrow('night 1 has no farm f99');
  expect(() => planOf(50, 'f1')).toThrow('50 is neither');
});

it('the costs sum up, and every dial has a price', () => {
  const amounts = [...costs().matchAll(/^(?:a farm that| {2}\+).*?\$([\d.]+)/gm)].map(([, usd]) => Number(usd));
  const [careless = 0, ...rest] = amounts;
  const careful = rest.pop() ?? 0;
  expect(rest.reduce((sum, usd) => sum + usd, careless)).toBeCloseTo(careful, 1);
  expect(careless).toBeLessThan(1);
});
