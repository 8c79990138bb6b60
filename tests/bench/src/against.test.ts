import { expect, it } from 'vitest';
import { sideBySide } from './against.ts';

it('two commits are compared by the medians of their rounds, figure by figure', () => {
  const idle = (value: number) => ({ 'idle.memory': { value, reached: true } });
  const vote = (ratio: number) => ({ 'vote.16': { ratio, low: ratio, high: ratio, rounds: 1 } });
  const earlier = [{ ...idle(168), ...vote(1.3) }, { ...idle(160), ...vote(1.5) }, idle(170)];
  const newer = [{ ...idle(190), ...vote(1.1), 'new.figure': { value: 1, reached: true } }];
  expect(sideBySide(earlier, newer)).toEqual([
    'idle.memory: 168 (160–170) → 190 (190–190)',
    'vote.16: 1.4 (1.3–1.5) → 1.1 (1.1–1.1)',
  ]);
});
