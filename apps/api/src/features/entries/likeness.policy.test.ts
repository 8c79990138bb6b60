// cspell:disable – names as people write them
import { describe, expect, it } from 'vitest';
import { keyOf, likenessTo, placeOf } from './likeness.policy.ts';

describe('keyOf', () => {
  it.each([
    [
      'Lanternway',
      'LANTERNWAY LTD',
      'Lantern Way',
      'Лантернвей',
      'lanternway (the lamps)',
      'Lanternway, Inc.',
      'ТОВ «Лантернвей»',
    ],
    ['Kite & Rook', 'Kite and Rook', 'KITE&ROOK LLC', 'Kite Rook'],
    ['Simka', 'Сімка', 'Симка', 'SIMKA GmbH'],
    ['Хаос', 'Khaos', 'Haos'],
    ['Щука', 'Shchuka', 'Schuka'],
    ['Юлія', 'Yuliia', 'Julia', 'Iuliia'],
    ['Zürich Partners', 'ZURICH partners LLC'],
    ['Новий Ринок', 'Novyi Rynok', 'Novyy Rynok', 'Noviy Rinok'],
    ['Гравець', 'Hravets', 'Gravets'],
  ])('is one for the spellings of %s', (...spellings) => {
    expect(spellings.map(keyOf)).toEqual(spellings.map(() => keyOf(spellings[0] ?? '')));
  });

  it.each([
    ['Lanternway', 'Lantern Way Sports'],
    ['Kite & Rook', 'Kite'],
    ['Bet365', 'Bet36'],
    ['Betline', 'Betlane'],
    ['🔥🔥', '🚀'],
    ['שלום', 'שלומי'],
    ['Ltd', 'LLC'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
    expect(keyOf(one)).not.toBe('');
  });
});

describe('placeOf', () => {
  it.each([
    ['https://www.orbit.example/', 'orbit.example'],
    ['http://orbit.example/a/?utm=1#b', 'orbit.example/a'],
    ['https://t.me/Orbit_Crew', '@orbit_crew'],
    ['https://www.instagram.com/orbit.crew/?hl=en', '@orbit.crew'],
    ['@Orbit', '@orbit'],
    [null, null],
  ])('of %s is %s', (link, place) => {
    expect(placeOf(link)).toBe(place);
  });
});

describe('likenessTo', () => {
  const percent = (one: string, other: string): number => Math.round(100 * likenessTo(keyOf(one))(keyOf(other)));
  it('is near for a slip of the pen, and far for another name', () => {
    expect(percent('Lanternway', 'Lanternwya')).toBeGreaterThanOrEqual(45);
    expect(percent('Lanternway', 'Lantern Way Sports')).toBeGreaterThanOrEqual(45);
    expect(percent('Lanternway', 'Brightmoor')).toBeLessThan(10);
    expect(percent('Lanternway', 'Lanternway')).toBe(100);
  });
});
