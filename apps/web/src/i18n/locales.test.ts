import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@laurel/contracts/errors';
import { LANGUAGES } from '@laurel/contracts/languages';
import { FIELD_MESSAGES } from '@laurel/contracts/messages';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, 'locales');
const files = readdirSync(join(folder, 'en'));
const PLURAL = /_(zero|one|two|few|many|other)$/;

const textsOf = (language: string, file: string): Map<string, string> => {
  const texts = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) visit(child, path === '' ? key : `${path}.${key}`);
    }
  };
  visit(JSON.parse(readFileSync(join(folder, language, file), 'utf8')), '');
  return texts;
};

const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe('texts', () => {
  it('are the same files in every language', () => {
    for (const language of LANGUAGES) expect(readdirSync(join(folder, language)), language).toEqual(files);
  });

  it.each(files)('I18-03 %s has the same keys in both languages, and the plural forms that each needs', (file) => {
    const keysOf = (language: string) => [...textsOf(language, file).keys()];
    const plain = (keys: string[]) => [...new Set(keys.map((key) => key.replace(PLURAL, '')))].sort();
    expect(plain(keysOf('uk'))).toEqual(plain(keysOf('en')));
    for (const language of LANGUAGES) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const keys = new Set(keysOf(language));
      for (const key of [...keys].filter((each) => PLURAL.test(each))) {
        for (const form of forms) expect(keys, language).toContain(key.replace(PLURAL, `_${form}`));
      }
    }
  });

  it.each(files)('%s says something everywhere, with the same values in both languages', (file) => {
    const english = textsOf('en', file);
    for (const [key, text] of textsOf('uk', file)) {
      const twin = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
      expect(names(text), key).toEqual(names(twin));
    }
    for (const text of [...english.values(), ...textsOf('uk', file).values()]) {
      expect(text.trim()).not.toBe('');
      expect(text.replaceAll('@$!%*?&', ''), 'no exclamation marks').not.toContain('!');
    }
  });

  it.each(LANGUAGES)('ER-12 say each refusal of the contract and each rule of a field, %s', (language) => {
    const refusals = textsOf(language, 'errors.json');
    for (const code of ERROR_CODES) expect(refusals.has(code), code).toBe(true);
    expect([...textsOf(language, 'fields.json').keys()].sort()).toEqual(Object.keys(FIELD_MESSAGES).sort());
  });
});
