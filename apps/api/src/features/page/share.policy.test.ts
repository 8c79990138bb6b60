import { demoEditionDir } from '@laurel/catalog/demo-edition';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatIn, languageIn, maxAgeOf, queryOf, sharedBy } from './share.policy.ts';

let edition: Edition;
beforeAll(async () => {
  edition = await loadEdition(demoEditionDir);
});

describe('sharedBy', () => {
  const found = (query: Record<string, unknown>) => {
    const { nomination, category, company } = sharedBy(edition, query);
    return [nomination?.tag, category?.tag, company?.tag];
  };

  it('finds a nomination, or a nominee in the named or first category', () => {
    expect(found({ nomination: 'donat' })).toEqual(['donat', undefined, undefined]);
    const nominee = { nomination: 'best-partner', company: 'northlight-partners' };
    expect(found(nominee)).toEqual(['best-partner', 'gambling', 'northlight-partners']);
    expect(found({ ...nominee, niche: 'betting' })).toEqual(['best-partner', 'betting', 'northlight-partners']);
  });

  it('falls back to the awards for unknown names', () => {
    const nonsense = [{}, { nomination: 'gone' }, { nomination: ['donat', 'x'] }, { company: 'kite-and-rook' }];
    for (const query of nonsense) expect(found(query)).toEqual([undefined, undefined, undefined]);
    expect(found({ nomination: 'donat', company: 'gone', niche: {} })).toEqual(['donat', undefined, undefined]);
  });
});

describe('maxAgeOf', () => {
  it('is a day for an image that stays, and short for a nominee whose URL names no phase or another one', () => {
    const nominee = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    expect(maxAgeOf({ phase: 'open' }, nominee, 'open', true)).toBe(86_400);
    expect(maxAgeOf({ phase: 'announced' }, nominee, 'open', true)).toBe(300);
    expect(maxAgeOf({}, nominee, 'open', true)).toBe(300);
    expect(maxAgeOf({}, {}, 'open', true)).toBe(86_400);
  });

  it('is short for a nominee until it is decided who won', () => {
    const nominee = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
    expect(maxAgeOf({ phase: 'announced' }, nominee, 'announced', true)).toBe(86_400);
    expect(maxAgeOf({ phase: 'announced' }, nominee, 'announced', false)).toBe(300);
    expect(maxAgeOf({ phase: 'announced' }, {}, 'announced', false)).toBe(86_400);
  });
});

it('the language of a query is a supported one, or undefined', () => {
  expect(['en', 'uk', 'de', ['en'], undefined].map((lang) => languageIn({ lang }))).toEqual([
    'en',
    'uk',
    undefined,
    undefined,
    undefined,
  ]);
});

it('only the image of a nominee may be tall', () => {
  const nominee = sharedBy(edition, { nomination: 'best-partner', company: 'kite-and-rook' });
  expect(formatIn({ format: 'tall' }, nominee)).toBe('tall');
  expect([formatIn({ format: 'long' }, nominee), formatIn({}, nominee)]).toEqual(['wide', 'wide']);
  expect(formatIn({ format: 'tall' }, sharedBy(edition, { nomination: 'best-partner' }))).toBe('wide');
});

describe('queryOf', () => {
  it.each([
    [{}, ''],
    [{ nomination: 'donat' }, 'nomination=donat'],
    [
      { nomination: 'best-partner', niche: 'betting', company: 'northlight-partners' },
      'nomination=best-partner&company=northlight-partners&niche=betting',
    ],
  ])('returns the parameters that find the subject of %o again: %s', (query, expected) => {
    const shared = sharedBy(edition, query);
    expect(queryOf(shared).toString()).toBe(expected);
    expect(sharedBy(edition, Object.fromEntries(queryOf(shared)))).toEqual(shared);
  });

  it('names no category if the nomination has only one', () => {
    const nomination = edition.nominations.find(({ categories }) => categories.length === 1);
    const category = nomination?.categories[0];
    const company = category?.companies[0];
    if (!nomination || !category || !company) throw new Error('the demo edition has no such nomination');
    const query = queryOf({ nomination, category, company });
    expect(Object.fromEntries(query)).toEqual({ nomination: nomination.tag, company: company.tag });
  });
});
