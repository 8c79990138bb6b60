import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITION_RULES } from '@laurel/contracts/console/edition-rules';
import { ALL_ERROR_CODES } from '@laurel/contracts/console/errors';
import { FIELD_MESSAGES } from '@laurel/contracts/console/field-messages';
import { LANGUAGES } from '@laurel/contracts/languages';
import { bindShortWords } from '@laurel/contracts/typography';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { loadTexts, startI18n } from './i18n.ts';

const folder = join(import.meta.dirname, 'locales');
const contracts = join(import.meta.dirname, '../../../../packages/contracts/src/console');
const files = readdirSync(join(folder, 'en'));

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

const textsOf = (language: string, file: string): Map<string, string> =>
  leavesOf(JSON.parse(readFileSync(join(folder, language, file), 'utf8')));

const names = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

// apps/web compares the files, keys and placeholders of both apps.
describe('texts', () => {
  // WCAG 2.5.3: who speaks the label that is on the screen finds the control by it.
  it.each(files)('%s has the label of a control in its accessible name', (file) => {
    for (const language of LANGUAGES) {
      const texts = textsOf(language, file);
      for (const [key, name] of texts) {
        const label = key.endsWith('Named') ? texts.get(key.slice(0, -'Named'.length)) : undefined;
        if (label !== undefined) expect(name.toLowerCase(), `${language} ${key}`).toContain(label.toLowerCase());
      }
    }
  });

  it.each(files)('%s has no space before an ellipsis', (file) => {
    for (const language of LANGUAGES) {
      for (const text of textsOf(language, file).values()) expect(text).not.toMatch(/\s…/);
    }
  });

  it.each(files)('%s inflects no name of a person in Ukrainian, and avoids the word “постачальник”', (file) => {
    for (const [key, text] of textsOf('uk', file)) {
      // A name needs no other case after a colon or a comma, in quotation marks, or as the subject.
      expect(text.replaceAll(/(^|[:.,] |«|Коли )\{\{name\}\}/g, ''), key).not.toContain('{{name}}');
      expect(text, key).not.toMatch(/постачальник/i);
    }
  });

  it.each(files)('%s has no no-break spaces in Ukrainian, because the page adds them', (file) => {
    for (const text of textsOf('uk', file).values()) expect(text).not.toContain('\u00a0');
  });

  it('have no-break spaces after short words once they are loaded', async () => {
    await startI18n('uk');
    await loadTexts('invitation');
    const text = i18next.getFixedT('uk', 'invitation')('what');
    expect(text).toBe(bindShortWords(textsOf('uk', 'invitation.json').get('what') ?? ''));
    expect(text).toContain('з\u00a0цим');
  });

  it('include each error code that the console can receive', () => {
    const shown = /^(console|request|limit|server)\./;
    for (const language of LANGUAGES) {
      const said = textsOf(language, 'errors.json');
      for (const code of ALL_ERROR_CODES.filter((each) => shown.test(each))) expect(said.has(code), code).toBe(true);
    }
  });

  it('include each rule of an edition, with no other placeholders than the rule has', () => {
    for (const language of LANGUAGES) {
      const said = textsOf(language, 'edition.json');
      const keys = [...said.keys()].filter((key) => key.startsWith('rules.'));
      expect(keys.sort(), language).toEqual(
        Object.keys(EDITION_RULES)
          .map((rule) => `rules.${rule}`)
          .sort(),
      );
      for (const [rule, sentence] of Object.entries(EDITION_RULES)) {
        expect(names(sentence), `${language} ${rule}`).toEqual(
          expect.arrayContaining(names(said.get(`rules.${rule}`) ?? '')),
        );
      }
    }
  });

  it('include each message about a field, and no schema contains another message', () => {
    for (const language of LANGUAGES) {
      expect([...textsOf(language, 'fields.json').keys()].sort(), language).toEqual(Object.keys(FIELD_MESSAGES).sort());
    }
    const rule = /\.(?:min|max|length|regex|refine)\((?:[^'\n]|'(?=[^']*$))*'([^'\n]+)'\)/g;
    // A message in lower case is about a param or the query of a call, which no person types.
    const messagesIn = (source: string): string[] =>
      [...source.matchAll(rule)].map(([, message = '']) => message).filter((message) => /^\p{Lu}/u.test(message));
    expect(messagesIn("z.string().trim().min(3, 'Say why')")).toEqual(['Say why']);
    const sources = globSync('**/*.ts', { cwd: contracts }).map((file) => readFileSync(join(contracts, file), 'utf8'));
    expect(sources.flatMap(messagesIn)).toEqual([]);
  });
});
