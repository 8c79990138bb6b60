import { LANGUAGES } from '@laurel/contracts/languages';
import { z } from 'zod';
import { type Problem, violation } from './problem.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * The parts of a nomination that are compared with each other. It accepts any data, so that a file with other problems is
 * compared too and the organiser sees all problems at once.
 */
const outlineSchema = z
  .object({
    tag: z.string().optional().catch(undefined),
    order: z.number().optional().catch(undefined),
    categories: z
      .array(
        z
          .object({
            tag: z.string().optional().catch(undefined),
            companies: z
              .array(
                z
                  .object({
                    tag: z.string().optional().catch(undefined),
                    logo: z.string().optional().catch(undefined),
                    picture: z.object({ file: z.string() }).optional().catch(undefined),
                    name: z.unknown(),
                    desc: z.unknown(),
                  })
                  .catch({ name: undefined, desc: undefined }),
              )
              .catch([]),
          })
          .catch({ companies: [] }),
      )
      .catch([]),
  })
  .catch({ categories: [] });

/** A nomination's file and its parts that are compared. */
export interface Outlined {
  readonly source: YamlSource;
  readonly outline: z.output<typeof outlineSchema>;
}

export const outlineOf = (source: YamlSource): Outlined => ({ source, outline: outlineSchema.parse(source.data) });

interface Place {
  readonly source: YamlSource;
  readonly path: readonly PropertyKey[];
}

export const lineOf = ({ source, path }: Place): string => {
  const { file, line } = source.placeOf(path);
  return `${file}:${line}`;
};

/** Remembers the first place of each value, and reports it for each duplicate. */
const duplicates = (word: string) => {
  const first = new Map<unknown, Place>();
  return (value: unknown, place: Place): Problem[] => {
    const earlier = first.get(value);
    if (value === undefined) return [];
    if (earlier === undefined) {
      first.set(value, place);
      return [];
    }
    const rule = violation('unique', { word, value: String(value), place: lineOf(earlier) });
    return [place.source.problemAt(place.path, rule)];
  };
};

const fileNameProblems = ({ source, outline }: Outlined): Problem[] => {
  const name = source.file.slice('nominations/'.length, -'.yaml'.length);
  return outline.tag === undefined || outline.tag === name
    ? []
    : [source.problemAt(['tag'], violation('fileName', { name }))];
};

/** A name in each language; it may be one for all languages. */
export const namesOf = (name: unknown): unknown[] => {
  const own = z.record(z.string(), z.string()).safeParse(name).data;
  return LANGUAGES.map((language) => (own === undefined ? name : own[language]));
};

/** A tag means the same nominee everywhere, with the same name and logo. */
const sameNominee = () => {
  const first = new Map<string, Place & { readonly name: string; readonly logo: string | undefined }>();
  return (company: { tag?: string | undefined; logo?: string | undefined; name: unknown }, place: Place): Problem[] => {
    if (company.tag === undefined) return [];
    const name = JSON.stringify(namesOf(company.name));
    const known = first.get(company.tag);
    if (known === undefined) {
      first.set(company.tag, { ...place, name, logo: company.logo });
      return [];
    }
    const rule = violation('same', { tag: company.tag, place: lineOf(known) });
    const differing = [...(name === known.name ? [] : ['name']), ...(company.logo === known.logo ? [] : ['logo'])];
    return differing.map((key) => place.source.problemAt([...place.path, key], rule));
  };
};

/** The rules across fields and files: unique tags and orders, and one nominee per tag. */
export const crossCheck = (nominations: readonly Outlined[]): Problem[] => {
  const nominationTag = duplicates('nomination');
  const order = duplicates('order');
  const nominee = sameNominee();
  return nominations.flatMap((nomination) => {
    const { source, outline } = nomination;
    const at = (...path: PropertyKey[]): Place => ({ source, path });
    const categoryTag = duplicates('category');
    return [
      ...fileNameProblems(nomination),
      ...nominationTag(outline.tag, at('tag')),
      ...order(outline.order, at('order')),
      ...outline.categories.flatMap((category, c) => {
        const companyTag = duplicates('company');
        return [
          ...categoryTag(category.tag, at('categories', c, 'tag')),
          ...category.companies.flatMap((company, n) => [
            ...companyTag(company.tag, at('categories', c, 'companies', n, 'tag')),
            ...nominee(company, at('categories', c, 'companies', n)),
          ]),
        ];
      }),
    ];
  });
};
