import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@laurel/contracts/languages';

const locales = join(import.meta.dirname, '../../../../apps/console/src/i18n/locales');

type Texts = { readonly [key: string]: string | Texts };

/** Finds a text by its path; keys of a form's fields have points themselves. */
const find = (texts: string | Texts | undefined, path: string): string | undefined => {
  if (texts === undefined || typeof texts === 'string') return undefined;
  const whole = texts[path];
  if (typeof whole === 'string') return whole;
  const point = path.indexOf('.');
  return point < 0 ? undefined : find(texts[path.slice(0, point)], path.slice(point + 1));
};

/** The texts of the console in a language, as people see them: `say('edition.start.open')`. */
export const consoleWords = (language: Language) => {
  const plural = new Intl.PluralRules(language);
  return (path: string, values: Readonly<Record<string, string | number>> = {}): string => {
    const point = path.indexOf('.');
    const texts = JSON.parse(readFileSync(join(locales, language, `${path.slice(0, point)}.json`), 'utf8'));
    const key = path.slice(point + 1);
    const text = find(texts, key) ?? find(texts, `${key}_${plural.select(Number(values.count))}`);
    if (text === undefined) throw new Error(`There is no text ${path} in ${language}.`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
};
