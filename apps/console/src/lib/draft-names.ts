import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { z } from 'zod';

/** A name in each language, or one for all; a draft may lack it. */
const texts = z.union([z.string(), z.record(z.string(), z.string().nullable().catch(null))]).catch('');
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).catch([]);
const tag = z.string().catch('');
const nomineeSchema = z.object({
  tag,
  name: texts,
  logo: z.string().nullish().catch(null),
  picture: z.unknown().optional(),
});
const categorySchema = z.object({ tag, name: texts, companies: listOf(nomineeSchema) });
const nominationSchema = z.object({ tag, title: texts, categories: listOf(categorySchema) });
const outlineSchema = listOf(nominationSchema.catch({ tag: '', title: '', categories: [] }));

const nameIn = (name: z.output<typeof texts>, language: Language, otherwise: string): string => {
  if (typeof name === 'string') return name || otherwise;
  return [language, ...LANGUAGES].map((each) => name[each]?.trim()).find((each) => each) ?? otherwise;
};

/** The path of a category, or of a nominee in it. */
export const pathOf = (nomination: string, category: string, nominee?: string): string =>
  `nominations.${nomination}.categories.${category}${nominee === undefined ? '' : `.companies.${nominee}`}`;

/** A nominee of a draft: its path, and what it is called. */
export interface NamedNominee {
  readonly path: string;
  readonly name: string;
  /** Its nomination and its category in one line. */
  readonly place: string;
  readonly hasLogo: boolean;
  readonly hasPicture: boolean;
}

export interface DraftNames {
  /** The names of nominations, categories and nominees by their paths, and of nominees by `companies.<tag>`. */
  readonly byPath: ReadonlyMap<string, string>;
  readonly nominees: readonly NamedNominee[];
}

/** What the nominations, categories and nominees of a draft are called in a language. One without a name has its tag. */
export const namesOf = (nominations: unknown, language: Language): DraftNames => {
  const byPath = new Map<string, string>();
  const nominees = outlineSchema.parse(nominations).flatMap((nomination) => {
    const title = nameIn(nomination.title, language, nomination.tag);
    byPath.set(`nominations.${nomination.tag}`, title);
    return nomination.categories.flatMap((category) => {
      const name = nameIn(category.name, language, category.tag);
      byPath.set(pathOf(nomination.tag, category.tag), name);
      return category.companies.map((company): NamedNominee => {
        const path = pathOf(nomination.tag, category.tag, company.tag);
        const called = nameIn(company.name, language, company.tag);
        byPath.set(path, called).set(`companies.${company.tag}`, called);
        const place = title === name ? title : `${title}: ${name}`;
        return { path, name: called, place, hasLogo: Boolean(company.logo), hasPicture: Boolean(company.picture) };
      });
    });
  });
  return { byPath, nominees };
};
