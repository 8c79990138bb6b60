// cspell:disable – names as people write them
import { expect, it } from 'vitest';
import type { Written } from './desk.store.ts';
import { keyOf, placeOf } from './likeness.policy.ts';
import { spellingsOf } from './spellings.policy.ts';

let ids = 0;
const wrote = (name: string, link: string | null = null, why: string | null = null): Written => {
  ids += 1;
  return { id: `${ids}`, name, link, why, key: keyOf(name), place: placeOf(link) };
};

it('gives each spelling the reason for which it is with the candidate, the most frequent first', () => {
  const written = [
    wrote('LANTERNWAY LTD', 'https://lanternway.example/en', 'Fair terms'),
    wrote('Lanternway', 'https://lanternway.example'),
    wrote('Lanternway', null, 'Pays on time'),
    wrote('Лантернвей'),
    wrote('The lamps', 'http://www.lanternway.example/'),
    wrote('Lantern Weigh', 'https://scales.example'),
  ];
  const seen = spellingsOf('Lanternway', written).map(({ name, together, entries }) => [
    name,
    together,
    entries.length,
  ]);
  expect(seen).toEqual([
    ['Lanternway', 'same', 2],
    ['LANTERNWAY LTD', 'spelling', 1],
    ['Лантернвей', 'spelling', 1],
    ['The lamps', 'link', 1],
    ['Lantern Weigh', 'person', 1],
  ]);
  expect(spellingsOf('Lanternway', written)[0]).toMatchObject({
    links: ['https://lanternway.example'],
    why: ['Pays on time'],
  });
});
