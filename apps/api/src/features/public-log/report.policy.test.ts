import { expect, it } from 'vitest';
import { reportedExclusion } from './report.policy.ts';

const SIGNAL = {
  signal: 'one_network',
  what: 'network',
  value: '192.0.2.0',
  count: 5,
  of: 5,
  base: 0.001,
  exponent: 9,
} as const;
const decision = {
  number: 3,
  state: 'applied' as const,
  appliedAt: '2026-12-01T20:00:00.000Z',
  undoneAt: null,
  reason: { en: 'A farm.', uk: 'Ферма.' },
};
const signalsOf = (people: number) =>
  reportedExclusion(
    { decision, categories: [] },
    {
      ...{ people, objections: 0, answered: 0, criteria: [], effects: [] },
      groups: [{ state: 'open', why: null, reasons: [SIGNAL], exclusions: [{ id: 3, isUndone: false }] }],
    },
  ).signals;

it('an exclusion says what its people share, without the value, from five people on', () => {
  expect(signalsOf(5)).toEqual([{ ...SIGNAL, value: '' }]);
  expect(signalsOf(4)).toEqual([]);
});
