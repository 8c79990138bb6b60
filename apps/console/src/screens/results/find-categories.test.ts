import { expect, it } from 'vitest';
import { resultsOf } from '../../testing/night.ts';
import { findCategories } from './find-categories.ts';

const { categories } = resultsOf();

it.each([
  ['  ', ['crypto', 'all']],
  ['BEST PARTNER', ['crypto']],
  ['night rad', ['all']],
  ['night-radio', ['all']],
  ['nobody', []],
])('finds categories by their name, a nominee’s name or its tag: %j', (text, found) => {
  expect(findCategories(categories, text, 'en').map(({ niche }) => niche)).toEqual(found);
});
