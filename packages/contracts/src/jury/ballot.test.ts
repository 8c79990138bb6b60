import { describe, expect, it } from 'vitest';
import { inEachLanguage } from '../languages.ts';
import { ballotSchema, pointsOf } from './ballot.ts';

const criterion = (id: string, weight: number) => ({ id, weight, name: inEachLanguage(() => id) });
const CRITERIA = [criterion('terms', 40), criterion('support', 30), criterion('product', 30)];
const NOMINEES = ['kite', 'lantern', 'moon'];
const all = (points: number) => ({ terms: points, support: points, product: points });
const FULL = { kite: { terms: 8, support: 9, product: 7 }, lantern: all(1), moon: all(10) };

const pathsOf = (rules: Parameters<typeof ballotSchema>[0], ballot: unknown, whole = true) =>
  ballotSchema(rules, NOMINEES, whole)
    .safeParse(ballot)
    .error?.issues.map(({ path }) => path.join('.'));

describe('a ballot', () => {
  const choice = { ballot: 'choice' } as const;
  const points = { ballot: 'points', criteria: CRITERIA } as const;
  const ranking = { ballot: 'ranking' } as const;

  it.each([
    ['a choice', choice, { choice: 'kite' }],
    ['points for all', points, { points: FULL }],
    [
      'half points where the edition has them',
      { ...points, points: 'half' } as const,
      { points: { ...FULL, kite: all(7.5) } },
    ],
    ['an order of all', ranking, { ranking: ['moon', 'kite', 'lantern'] }],
  ])('of %s is whole', (_, rules, ballot) => {
    expect(pathsOf(rules, ballot)).toBeUndefined();
  });

  it.each([
    [
      'points for some',
      points,
      { points: { kite: { terms: 8 } } },
      ['points.kite.support', 'points.kite.product', 'points.lantern', 'points.moon'],
    ],
    ['an order of some', ranking, { ranking: ['moon'] }, ['ranking']],
  ])('with %s is only a draft', (_, rules, ballot, missing) => {
    expect(pathsOf(rules, ballot, false)).toBeUndefined();
    expect(pathsOf(rules, ballot)).toEqual(missing);
  });

  it.each([
    ['of another kind', choice, { ranking: NOMINEES }, ['choice', '']],
    ['for somebody else', choice, { choice: 'velvet' }, ['choice']],
    [
      'with no points',
      points,
      { points: { ...FULL, kite: all(0) } },
      ['points.kite.terms', 'points.kite.support', 'points.kite.product'],
    ],
    ['with eleven points', points, { points: { ...FULL, moon: { ...all(1), terms: 11 } } }, ['points.moon.terms']],
    ['with half points', points, { points: { ...FULL, moon: { ...all(1), terms: 7.5 } } }, ['points.moon.terms']],
    ['with a criterion of its own', points, { points: { ...FULL, moon: { ...all(1), charm: 1 } } }, ['points.moon']],
    ['that places a nominee twice', ranking, { ranking: ['kite', 'kite', 'moon'] }, ['ranking']],
  ])('%s is refused, also as a draft', (_, rules, ballot, paths) => {
    expect(pathsOf(rules, ballot)).toEqual(paths);
    expect(pathsOf(rules, ballot, false)).toEqual(paths);
  });
});

describe('the points of a ballot', () => {
  const pointsFor = (ballot: Parameters<typeof pointsOf>[0], nominees = NOMINEES) =>
    Object.fromEntries(pointsOf(ballot, CRITERIA, nominees));

  it('are one for a choice', () => {
    expect(pointsFor({ choice: 'kite' })).toEqual({ kite: 1n });
    expect(pointsFor({ choice: 'kite' }, ['moon'])).toEqual({});
  });

  it('are one more for each place of a ranking, without those from whom the juror stepped aside', () => {
    const ballot = { ranking: ['moon', 'kite', 'lantern'] };
    expect(pointsFor(ballot)).toEqual({ moon: 3n, kite: 2n, lantern: 1n });
    expect(pointsFor(ballot, ['moon', 'lantern'])).toEqual({ moon: 2n, lantern: 1n });
  });

  it('are weighted by the criteria', () => {
    // 40 × 8 + 30 × 9 + 30 × 7 = 800, of which the unit is a half.
    expect(pointsFor({ points: FULL })).toEqual({ kite: 1600n, lantern: 200n, moon: 2000n });
    expect(pointsFor({ points: { ...FULL, kite: all(7.5) } })).toMatchObject({ kite: 1500n });
  });
});
