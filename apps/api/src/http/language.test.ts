import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('the language of a request', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['uk', 'uk'],
    ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
    ['en-GB,en;q=0.9,uk;q=0.8', 'en'],
    ['de,uk;q=0.5', 'uk'],
    ['en;q=0.3, uk;q=0.7', 'uk'],
    ['en, uk', 'en'],
    ['uk;q=0.8, en;q=0.8', 'uk'],
    ['uk;q=0', 'en'],
    [';;;,,,q=', 'en'],
  ])('I18-03 %j is %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});
