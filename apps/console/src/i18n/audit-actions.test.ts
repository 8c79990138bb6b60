import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@laurel/contracts/languages';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '../../../..');
const ACTION = '[a-z]+[.][a-z-]+';
const audit = z.object({ actions: z.record(z.string(), z.string()), families: z.record(z.string(), z.string()) });

const textsOf = (language: string) =>
  audit.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'locales', language, 'audit.json'), 'utf8')));

const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** The actions that the API and its packages write themselves. */
const ofCode = ['apps/api/src/**/*.ts', 'packages/*/src/**/*.ts']
  .flatMap(read)
  .flatMap((text) => found(text, new RegExp(`\\baction: '(${ACTION})'`, 'g')));

/** The actions that functions of the database write, in each statement that adds to the log. */
const ofDatabase = read('prisma/functions/*.sql').flatMap((text) =>
  found(text, /INSERT INTO audit_entries([^;]*);/g).flatMap((statement) =>
    found(statement, new RegExp(`'(${ACTION})'`, 'g')),
  ),
);

const written = [...new Set([...ofCode, ...ofDatabase])].sort();

describe('the actions of the audit log', () => {
  it('are found in the code and in the database’s functions', () => {
    expect(ofCode).toEqual(expect.arrayContaining(['votes.export', 'secrets.rotate', 'phone.respell']));
    expect(ofDatabase).toEqual(expect.arrayContaining(['team.invite', 'review.reject', 'phase.set', 'user.read']));
  });

  it.each(LANGUAGES)('each have a text in %s, and so does each family', (language) => {
    const { actions, families } = textsOf(language);
    const missing = written.filter((action) => actions[action.replaceAll(/[.-]/g, '_')] === undefined);
    expect(missing).toEqual([]);
    const nameless = written
      .map((action) => action.replace(/[.].*/, ''))
      .filter((each) => families[each] === undefined);
    expect(nameless).toEqual([]);
  });

  it.each(LANGUAGES)('are all written somewhere if they have a text in %s', (language) => {
    const keys = new Set(written.map((action) => action.replaceAll(/[.-]/g, '_')));
    expect(Object.keys(textsOf(language).actions).filter((key) => !keys.has(key))).toEqual([]);
  });
});
