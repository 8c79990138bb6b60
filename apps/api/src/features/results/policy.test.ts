import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { expect, it } from 'vitest';
import { resultOf } from '../statistics/policy.ts';
import { categoriesOf } from './policy.ts';
import type { NomineeCounts } from './store.ts';

const { nominations } = await loadEdition(demoEditionDir);
const edition = { nominations: structuredClone(nominations) };
const [nomination] = edition.nominations;
const [category] = nomination?.categories ?? [];
Object.assign(category?.companies[0] ?? {}, { pronunciation: 'kite and rook' });
const tags = category?.companies.map(({ tag }) => tag) ?? [];

const row = (company: string, cast: number, excluded = 0, more: Partial<NomineeCounts> = {}): NomineeCounts => ({
  nomination: nomination?.tag ?? '',
  niche: category?.tag ?? '',
  nomineeId: 1,
  company,
  withdrawn: false,
  cast,
  excluded,
  ...more,
});
const open = { embargo: false, rank: resultOf };

it('ranks nominees by counted votes, with ties, and keeps their cast and excluded votes and how to say them', () => {
  const counts = [row(tags[0] ?? '', 10, 6), row(tags[1] ?? '', 4), row(tags[2] ?? '', 2)].map((each, nomineeId) => ({
    ...each,
    nomineeId,
  }));
  const { votes, categories } = categoriesOf(edition, counts, open);
  expect(votes).toEqual({ cast: 16, excluded: 6, counted: 10 });
  expect(categories).toHaveLength(edition.nominations.flatMap(({ categories: own }) => own).length);
  expect(categories[0]).toMatchObject({ cast: 16, excluded: 6, counted: 10, name: category?.name });
  expect(categories[0]?.nominees).toMatchObject([
    { company: tags[0], cast: 10, excluded: 6, counted: 4, share: 40, rank: 1, tie: true },
    { company: tags[1], cast: 4, excluded: 0, counted: 4, share: 40, rank: 1, tie: true },
    { company: tags[2], counted: 2, share: 20, rank: 3, tie: false },
  ]);
  expect(categories[0]?.nominees?.[0]).toMatchObject({
    name: category?.companies[0]?.name,
    pronunciation: 'kite and rook',
  });
});

it('keeps removed categories and withdrawn nominees that have votes, also if all of these are excluded', () => {
  const counts = [
    row('gone', 3, 3, { withdrawn: true, nomineeId: 1 }),
    row('never', 0, 0, { withdrawn: true, nomineeId: 2 }),
    row('old', 5, 0, { nomination: 'removed', niche: 'past', nomineeId: 3 }),
    row('none', 0, 0, { nomination: 'empty', niche: 'past', nomineeId: 4 }),
  ];
  const { categories } = categoriesOf(edition, counts, open);
  expect(categories[0]?.nominees).toMatchObject([
    { company: 'gone', withdrawn: true, cast: 3, counted: 0, rank: null },
  ]);
  expect(categories.at(-1)).toMatchObject({ nomination: 'removed', title: { en: 'removed' }, counted: 5 });
});

it('hides the nominees under an embargo, and keeps the sums of each category', () => {
  const answer = categoriesOf(edition, [row(tags[0] ?? '', 10)], { ...open, embargo: true });
  expect(answer.categories[0]).toMatchObject({ cast: 10, nominees: null });
  expect(JSON.stringify(answer)).not.toContain('"rank"');
});
