// cspell:disable – names in many spellings
import { describe, expect, it } from 'vitest';
import { matchPictures, type PictureOwner } from './match-pictures.ts';

const owner = (key: string, ...names: string[]): PictureOwner => ({ key, names });
const NOMINEES = [
  owner('orbit-crew', 'Orbit Crew'),
  owner('romashka', 'Romashka Media', 'Ромашка Медіа'),
  owner('kyiv', 'Kyiv Lab', 'Київська лабораторія'),
  owner('zoria', 'Зоря'),
  owner('kite-and-rook', 'Kite & Rook'),
  owner('bukhhalteriia', 'ТОВ «Щаслива бухгалтерія»'),
  owner('888', '888'),
  owner('1xbet', '1xBet'),
  owner('lamp', 'Dark Logo'),
  owner('tokyo', '東京'),
];

const matched = (file: string, nominees = NOMINEES): string => {
  const { matches, ambiguous } = matchPictures([file], nominees);
  return matches[0]?.key ?? ambiguous[0]?.keys.join(' or ') ?? 'nobody';
};

describe('a picture belongs to the nominee of its name', () => {
  it.each([
    ['Orbit Crew.png', 'orbit-crew'],
    ['logos/orbit_crew-logo-dark@2x.PNG', 'orbit-crew'],
    ['OrbitCrew_final (2).svg', 'orbit-crew'],
    ['orbit-crew-512x512.webp', 'orbit-crew'],
    ['orbitcrew_final2.png', 'orbit-crew'],
    ['Orbit Crew LLC.jpg', 'orbit-crew'],
    ['Орбіт Крю.png', 'orbit-crew'],
    ['orbit-crw.png', 'orbit-crew'],
    ['лого ромашка медіа.png', 'romashka'],
    ['Ромашка_Медиа.jpeg', 'romashka'],
    ['romashka.png', 'romashka'],
    ['kiev-lab.png', 'kyiv'],
    ['kyivska-laboratoriya.png', 'kyiv'],
    ['Київська лабораторія — копія.png'.normalize('NFD'), 'kyiv'],
    ['zorya.svg', 'zoria'],
    ['kite-rook.svg', 'kite-and-rook'],
    ['Kite and Rook.svg', 'kite-and-rook'],
    ['Щаслива бухгалтерія лого.png', 'bukhhalteriia'],
    ['Shchaslyva-buhgalteriya.png', 'bukhhalteriia'],
    ['888.png', '888'],
    ['1xbet_logo.png', '1xbet'],
    ['dark-logo.png', 'lamp'],
    ['東京.png', 'tokyo'],
    ['IMG_4821.HEIC', 'nobody'],
    ['logo.png', 'nobody'],
    ['Без назви-1.png', 'nobody'],
    ['999.png', 'nobody'],
    ['', 'nobody'],
  ])('%s: %s', (file, key) => {
    expect(matched(file)).toBe(key);
  });
});

it('a name that a table gives comes first', () => {
  const nominees = [{ ...owner('orbit-crew', 'Orbit Crew'), wanted: 'IMG_4821.png' }, owner('img', 'IMG 4821')];
  expect(matchPictures(['img_4821.PNG'], nominees.slice(0, 1)).matches).toEqual([
    { file: 'img_4821.PNG', key: 'orbit-crew', score: 1 },
  ]);
  expect(matched('IMG_4821.jpg', nominees)).toBe('orbit-crew or img');
});

it('what could be several is not decided, and what is left is named', () => {
  const nominees = [
    owner('orbit-crew', 'Orbit Crew'),
    owner('orbit-media', 'Orbit Team'),
    owner('two-owls', 'Two Owls'),
    owner('lone-pine', 'Lone Pine'),
  ];
  const files = ['orbit.png', 'two-owls-dark.png', 'two-owls-light.png', 'pine cone.png', 'x.png'];
  expect(matchPictures(files, nominees)).toEqual({
    matches: [],
    ambiguous: [
      { file: 'orbit.png', keys: ['orbit-crew', 'orbit-media'] },
      { file: 'two-owls-dark.png', keys: ['two-owls'] },
      { file: 'two-owls-light.png', keys: ['two-owls'] },
    ],
    filesLeft: ['pine cone.png', 'x.png'],
    keysLeft: ['orbit-crew', 'orbit-media', 'two-owls', 'lone-pine'],
  });
});

it('the better of two files is taken, and the better matches come first', () => {
  const { matches, filesLeft } = matchPictures(['orbit-crew-dark.png', 'zorya.png', 'Orbit Crew.png'], NOMINEES);
  expect(matches.map(({ file }) => file)).toEqual(['Orbit Crew.png', 'zorya.png']);
  expect(filesLeft).toEqual(['orbit-crew-dark.png']);
});

it('a longer name is not mistaken for its part', () => {
  const nominees = [owner('orbit', 'Orbit'), owner('orbit-crew', 'Orbit Crew')];
  expect(matched('orbit-crew.png', nominees)).toBe('orbit-crew');
  expect(matched('orbit-logo.png', nominees)).toBe('orbit');
});

it('forty logos at once find their nominees', () => {
  const words = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel'];
  const teams = ['Crew', 'Foxes', 'Garden', 'Harbor', 'Engine'];
  const nominees = words.flatMap((word) => teams.map((team) => owner(`${word}-${team}`, `${word} ${team}`)));
  const files = nominees.map(({ key }) => `${key.toLowerCase().replace('-', '_')}_logo_white@2x.png`);
  const { matches, ambiguous } = matchPictures(files, nominees);
  expect(ambiguous).toEqual([]);
  expect(matches.map(({ file, key }) => file.startsWith(key.toLowerCase().replace('-', '_')))).toEqual(
    files.map(() => true),
  );
});
