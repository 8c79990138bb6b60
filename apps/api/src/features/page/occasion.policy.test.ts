import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { isDecided, labelOf, occasionOf } from './occasion.policy.ts';
import { sharedBy } from './share.policy.ts';

let edition: Edition;
beforeAll(async () => {
  edition = await loadEdition(demoEditionDir);
});

const share = (company: string) => sharedBy(edition, { nomination: 'best-partner', niche: 'gambling', company });
const results = (first: number, second: number, niche = 'gambling') => [
  {
    nomination: 'best-partner',
    niche,
    results: [
      { company: 'kite-and-rook', percentage: first },
      { company: 'copperfinch', percentage: second },
    ],
  },
];

describe('occasionOf', () => {
  it('asks for votes only while voting is open', () => {
    for (const [phase, occasion] of [
      ['scheduled', 'nominated'],
      ['open', 'vote'],
      ['closed', 'nominated'],
    ] as const) {
      expect(occasionOf(phase, share('kite-and-rook'), results(60, 40)), phase).toBe(occasion);
    }
    expect(occasionOf('open', sharedBy(edition, { nomination: 'best-partner' }), [])).toBe('nominated');
  });

  it('names winners of that category and finalists once they are announced, and nobody without votes', () => {
    expect(occasionOf('announced', share('kite-and-rook'), results(60, 40))).toBe('winner');
    expect(occasionOf('announced', share('copperfinch'), results(60, 40))).toBe('finalist');
    expect(occasionOf('announced', share('kite-and-rook'), results(50, 50))).toBe('jointWinner');
    expect(occasionOf('announced', share('kite-and-rook'), results(0, 0))).toBe('nominated');
    expect(occasionOf('announced', share('kite-and-rook'), results(60, 40, 'betting'))).toBe('nominated');
    expect(occasionOf('announced', share('kite-and-rook'), [])).toBe('nominated');
  });
});

describe('isDecided', () => {
  it('is true while voting is open, and after the announcement once the totals are known and final', () => {
    expect(isDecided('announced', share('kite-and-rook'), results(60, 40), true)).toBe(true);
    expect(isDecided('announced', share('kite-and-rook'), results(0, 0), true)).toBe(true);
    expect(isDecided('announced', share('kite-and-rook'), results(60, 40), false)).toBe(false);
    expect(isDecided('announced', share('kite-and-rook'), results(60, 40, 'betting'), true)).toBe(false);
    expect(isDecided('announced', share('kite-and-rook'), [], true)).toBe(false);
    expect(isDecided('open', share('kite-and-rook'), [], false)).toBe(true);
  });
});

describe('labelOf', () => {
  it('names the year in both languages', () => {
    expect(labelOf('winner', edition, 'en')).toBe('Winner 2025');
    expect(labelOf('winner', edition, 'uk')).toBe('Перемога 2025');
    expect(labelOf('nominated', edition, 'en')).toBe('Nominated 2025');
    expect(labelOf('finalist', edition, 'uk')).toBe('Фінал 2025');
  });
});
