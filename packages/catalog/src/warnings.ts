import { LANGUAGES } from '@laurel/contracts/languages';
import { z } from 'zod';
import { excerpts } from './compare-editions.ts';
import { lineOf, namesOf, type Outlined } from './cross-checks.ts';
import { type Problem, violation } from './problem.ts';
import { readDescription } from './sanitize-description.ts';

const EXCERPT = { lead: 20, shown: 160 };

/** Whether the images of shared links can show a text. */
export type IsDrawable = (text: string) => boolean;

type Company = Outlined['outline']['categories'][number]['companies'][number];

const markupWarnings = (source: Outlined['source'], { desc }: Company, path: readonly PropertyKey[]): Problem[] => {
  const texts = z.record(z.string(), z.unknown()).safeParse(desc).data ?? {};
  return LANGUAGES.flatMap((language) => {
    const text = texts[language];
    if (typeof text !== 'string') return [];
    const { html, removed } = readDescription(text.trim());
    if (removed.length === 0) return [];
    const params = { removed: removed.join(', '), ...excerpts(text.trim(), html, EXCERPT) };
    return [source.problemAt([...path, 'desc', language], violation('markup', params))];
  });
};

const folded = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Warns of the second nominee of one name in a category. */
const sameNames = () => {
  const first = new Map<string, { tag: string; place: string }>();
  return (source: Outlined['source'], { name, tag = '' }: Company, path: readonly PropertyKey[]): Problem[] => {
    const names = namesOf(name).flatMap((each) => (typeof each === 'string' ? [folded(each)] : []));
    const known = names.map((each) => first.get(each)).find((each) => each !== undefined && each.tag !== tag);
    for (const each of names) if (!first.has(each)) first.set(each, { tag, place: lineOf({ source, path }) });
    return known ? [source.problemAt([...path, 'name'], violation('sameName', known))] : [];
  };
};

/** Warns of a name that the images of shared links leave out. */
const nameWithoutFont = (
  source: Outlined['source'],
  { name }: Company,
  path: readonly PropertyKey[],
  isDrawable: IsDrawable,
) =>
  namesOf(name).every((each) => typeof each !== 'string' || isDrawable(each))
    ? []
    : [source.problemAt([...path, 'name'], violation('noFont'))];

/**
 * What an organiser should see, although the edition is valid: two nominees of one name, markup that is removed, and
 * names that no font can draw.
 */
export const warningsOf = (nominations: readonly Outlined[], isDrawable: IsDrawable = () => true): Problem[] =>
  nominations.flatMap(({ source, outline }) =>
    outline.categories.flatMap(({ companies }, c) => {
      const sameName = sameNames();
      return companies.flatMap((company, n) => {
        const path = ['categories', c, 'companies', n];
        return [
          ...sameName(source, company, path),
          ...markupWarnings(source, company, path),
          ...nameWithoutFont(source, company, path, isDrawable),
        ];
      });
    }),
  );
