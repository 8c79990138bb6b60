import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@laurel/contracts/errors';
import { LANGUAGES } from '@laurel/contracts/languages';
import { FIELD_MESSAGES } from '@laurel/contracts/messages';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { addTexts, startI18n } from './i18n.ts';
import uk from './locales/uk/common.json';
import { addModalTexts } from './modal-texts.ts';
import { addPlainTexts } from './plain-texts.ts';
import { addRecordTexts } from './record-texts.ts';
import { addWinnersTexts } from './winners-texts.ts';

const PLURAL = /_(zero|one|two|few|many|other)$/;

/** The texts of a tree by their paths. */
const leavesOf = (tree: unknown): Map<string, string> => {
  const texts = new Map<string, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) visit(child, path === '' ? key : `${path}.${key}`);
    }
  };
  visit(tree, '');
  return texts;
};

/** The folder of an app's texts. */
const folderOf = (app: string): string => join(import.meta.dirname, '../../..', app, 'src/i18n/locales');
const filesOf = (app: string): string[] => readdirSync(join(folderOf(app), 'en'));
const read = (app: string, language: string, file: string): Map<string, string> =>
  leavesOf(JSON.parse(readFileSync(join(folderOf(app), language, file), 'utf8')));

const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe.each(['web', 'console'])('the texts of %s', (app) => {
  const textsOf = (language: string, file: string) => read(app, language, file);

  it('have a folder for each language and for no other, with the same files', () => {
    expect(readdirSync(folderOf(app)).sort()).toEqual([...LANGUAGES].sort());
    for (const language of LANGUAGES)
      expect(readdirSync(join(folderOf(app), language)), language).toEqual(filesOf(app));
  });

  it.each(filesOf(app))(
    'I18-03 %s has the same keys in every language, and the plural forms that each needs',
    (file) => {
      const keysOf = (language: string) => [...textsOf(language, file).keys()];
      const plain = (keys: string[]) => [...new Set(keys.map((key) => key.replace(PLURAL, '')))].sort();
      for (const language of LANGUAGES) {
        expect(plain(keysOf(language)), language).toEqual(plain(keysOf('en')));
        const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        const keys = new Set(keysOf(language));
        for (const key of [...keys].filter((each) => PLURAL.test(each))) {
          for (const form of forms) expect(keys, language).toContain(key.replace(PLURAL, `_${form}`));
        }
      }
    },
  );

  it.each(filesOf(app))(
    '%s has no empty text, no exclamation mark, and the same placeholders in every language',
    (file) => {
      const english = textsOf('en', file);
      for (const language of LANGUAGES) {
        for (const [key, text] of textsOf(language, file)) {
          const twin = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
          expect(names(text), `${language} ${key}`).toEqual(names(twin));
          expect(text.trim(), `${language} ${key}`).not.toBe('');
          expect(text.replaceAll('@$!%*?&', ''), `${language} ${key}`).not.toContain('!');
        }
      }
    },
  );
});

describe('the texts of the page', () => {
  const textsOf = (language: string, file: string) => read('web', language, file);

  it('I18-01 that a language lacks are shown in Ukrainian, and in no other language', async () => {
    await startI18n('en');
    expect([i18next.t('show'), i18next.t('hide')]).toEqual(['Show', 'Hide']);
    i18next.removeResourceBundle('en', 'common');
    addTexts({ './locales/en/common.json': { show: 'Show' } });
    expect([i18next.t('show'), i18next.t('hide')]).toEqual(['Show', uk.hide]);
  });

  it.each(filesOf('web'))('%s: no Ukrainian line on the page ends with a word of one letter', async (file) => {
    await startI18n('uk');
    addModalTexts();
    addPlainTexts();
    addRecordTexts();
    addWinnersTexts();
    const written = textsOf('uk', file);
    const shown = leavesOf(i18next.getResourceBundle('uk', file.replace('.json', '')));
    expect([...shown.keys()]).toEqual([...written.keys()]);
    for (const [key, text] of shown) {
      const lastWords = text.split(/[ \n]/).slice(0, -1);
      expect(
        lastWords.filter((word) => /(^|[^\p{L}\p{N}’-])[а-яіїєґ]$/iu.test(word)),
        key,
      ).toEqual([]);
      expect(text.replaceAll('\u00a0', ' ')).toBe(written.get(key));
    }
  });

  it.each(LANGUAGES)('ER-12 include each refusal of the contract and each rule of a field, %s', (language) => {
    const refusals = textsOf(language, 'errors.json');
    for (const code of ERROR_CODES) expect(refusals.has(code), code).toBe(true);
    expect([...textsOf(language, 'fields.json').keys()].sort()).toEqual(Object.keys(FIELD_MESSAGES).sort());
  });
});
