import { expect, it } from 'vitest';
import { isSamePerson } from './same-person.ts';

it.each([
  ['Ada', 'Ada', true],
  ['Ada (console)', 'Ada', true],
  ['ADA', 'ada (console)', true],
  ['Ada', 'Grace', false],
  ['Ada (console) Lovelace', 'Ada Lovelace', false],
])('%s and %s are one person: %s', (one, other, same) => {
  expect(isSamePerson(one, other)).toBe(same);
});
