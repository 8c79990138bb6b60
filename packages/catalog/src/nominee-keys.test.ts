import { expect, it } from 'vitest';
import { nomineeKeys } from './nominee-keys.ts';

const key = (nomination: string, niche: string, company: string) => ({ nomination, niche, company });

it('lists every nominee once for each of its categories', () => {
  const name = { en: 'A', uk: 'Б' };
  const company = (tag: string) => ({ tag, name, logo: 'a.svg', link: '', desc: name, picture: null, video: null });
  const category = (tag: string, ...tags: string[]) => ({ tag, name, companies: tags.map(company) });
  const nominations = [
    {
      tag: 'duo',
      title: name,
      backgroundName: '' as const,
      categories: [category('dating', 'a', 'b'), category('crypto', 'a')],
    },
    { tag: 'solo', title: name, backgroundName: '' as const, categories: [category('no-category', 'a')] },
  ];
  expect(nomineeKeys({ nominations })).toEqual([
    key('duo', 'dating', 'a'),
    key('duo', 'dating', 'b'),
    key('duo', 'crypto', 'a'),
    key('solo', 'no-category', 'a'),
  ]);
});
