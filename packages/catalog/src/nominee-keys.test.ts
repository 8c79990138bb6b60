import { expect, it } from 'vitest';
import { nomineeKeys } from './nominee-keys.ts';

const key = (nomination: string, niche: string, company: string) => ({ nomination, niche, company });

it('lists every nominee once for each of its categories', () => {
  const category = (tag: string, ...tags: string[]) => ({ tag, companies: tags.map((each) => ({ tag: each })) });
  const nominations = [
    { tag: 'duo', categories: [category('dating', 'a', 'b'), category('crypto', 'a')] },
    { tag: 'solo', categories: [category('no-category', 'a')] },
  ];
  expect(nomineeKeys({ nominations })).toEqual([
    key('duo', 'dating', 'a'),
    key('duo', 'dating', 'b'),
    key('duo', 'crypto', 'a'),
    key('solo', 'no-category', 'a'),
  ]);
});
