// cspell:disable – names in many scripts
import { describe, expect, it } from 'vitest';
import { addEntry } from './entries.ts';

const given = (changes: object) => {
  const body = { nomination: 'best-partner', niche: 'crypto', name: 'Orbit Crew', ...changes };
  const { success, data, error } = addEntry.body.safeParse(body);
  return success ? data : error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('the fields of an entry', () => {
  it.each([
    ['  Orbit \n Crew ', 'Orbit Crew'],
    ['Ко\u0301мпанія', 'Ко\u0301мпанія'],
    ['🔥 Orbit', '🔥 Orbit'],
    ['שלום', 'שלום'],
    ['Orbit\u202e werC\u200b', 'Orbit werC'],
    [`${'👨‍👩‍👧'.repeat(79)}a`, `${'👨‍👩‍👧'.repeat(79)}a`],
  ])('have the name %j as %j', (name, read) => {
    expect(given({ name })).toMatchObject({ name: read });
  });

  it.each([
    { name: '' },
    { name: 'O' },
    { name: '🔥🔥' },
    { name: 7 },
    { name: 'x'.repeat(81) },
    { name: 'x'.repeat(10_000) },
  ])('refuse the name of %o', (changes) => {
    expect(given(changes)).toEqual([`name: ${typeof changes.name === 'string' ? 'entryName' : 'required'}`]);
  });

  it.each([
    ['https://orbit.example/a?b#c', 'https://orbit.example/a?b#c'],
    ['orbit.example', 'https://orbit.example'],
    ['@orbit.crew', '@orbit.crew'],
    [' ', null],
    [null, null],
  ])('have the link %j as %j', (link, read) => {
    expect(given({ link })).toMatchObject({ link: read });
  });

  it.each([
    'javascript:alert(1)//a.b',
    'data:text/html,a.b',
    'https://me:secret@orbit.example',
    'https://localhost',
    'orbit',
    '@a b',
    `https://a.b/${'x'.repeat(200)}`,
  ])('refuse the link %s', (link) => {
    expect(given({ link })).toEqual(['link: entryLink']);
  });

  it('have at most 300 characters of why, in one line', () => {
    expect(given({ why: `Pays\non time ${'é'.repeat(287)}` })).toMatchObject({
      why: `Pays on time ${'é'.repeat(287)}`,
    });
    expect(given({ why: 'x'.repeat(301) })).toEqual(['why: entryWhy']);
  });
});
