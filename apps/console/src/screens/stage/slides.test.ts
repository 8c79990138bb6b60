import type { Show } from '@laurel/contracts/console/calls/stage';
import { expect, it } from 'vitest';
import { slidesOf, stepFrom } from './slides.ts';

const inBoth = (text: string) => ({ en: text, uk: text });
const categoryOf = (nomination: string, niche: string, title: string, nominees: readonly string[]) => ({
  ...{ category: `${nomination}/${niche}`, nomination, title: inBoth(title), name: inBoth(niche), sealed: null },
  nominees: nominees.map((company) => ({ company, name: inBoth(company), logo: 'a.svg', text: inBoth('') })),
});
const show: Show = {
  ...{ stamp: '', award: inBoth('Meridian'), salt: '', sponsors: [{ name: 'Orbit', logo: 'a.svg' }] },
  categories: [
    categoryOf('team', 'crypto', 'Team', ['one', 'two']),
    categoryOf('team', 'radio', 'Team', ['one']),
    categoryOf('voice', 'Voice', 'Voice', ['ada']),
  ],
  rows: [
    { kind: 'category', category: 'voice/Voice' },
    { kind: 'break', minutes: 15 },
    { kind: 'sponsor', name: 'Orbit' },
    { kind: 'sponsor', name: 'Gone' },
    { kind: 'category', category: 'team/crypto' },
    { kind: 'category', category: 'team/radio' },
  ],
};

it('goes through the run sheet: the nomination once, the category, its nominees, the moment before, the winner', () => {
  const slides = slidesOf(show);
  expect(slides.map(({ name }) => name)).toEqual([
    ...['', 'nomination:voice/Voice', 'nominee:voice/Voice/ada', 'before:voice/Voice', 'winner:voice/Voice'],
    ...['break:1', 'sponsor:2', 'nomination:team/crypto', 'category:team/crypto'],
    ...['nominee:team/crypto/one', 'nominee:team/crypto/two', 'before:team/crypto', 'winner:team/crypto'],
    ...['category:team/radio', 'nominee:team/radio/one', 'before:team/radio', 'winner:team/radio', 'end'],
  ]);
  expect(slides[5]).toMatchObject({ minutes: 15, next: { en: 'Team' } });
  expect(slides[7]).toMatchObject({ number: 2, of: 2, categories: 2 });
});

it('steps to both ends and not beyond', () => {
  const slides = slidesOf(show);
  expect([stepFrom(slides, '', -1)?.name, stepFrom(slides, '', 1)?.name]).toEqual(['', 'nomination:voice/Voice']);
  expect([stepFrom(slides, 'end', 1)?.name, stepFrom(slides, 'end', -1)?.name]).toEqual(['end', 'winner:team/radio']);
});
