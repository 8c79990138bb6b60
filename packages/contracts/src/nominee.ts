import { z } from 'zod';
import { type InLanguages, inEachLanguage, type Language } from './languages.ts';

export const localized = z.object(inEachLanguage(() => z.string()));

/** A nominee in GET /api/edition. A field of the edition that is not here stays out of it, and so does one without a value. */
export const publicNominee = z.object({
  tag: z.string(),
  name: localized,
  logo: z.string(),
  link: z.string(),
  desc: localized,
  percent: z.number(),
  voted: z.boolean(),
  /** Shown with the nominee's details. At most one of picture and video is present. */
  picture: z.object({ src: z.string(), alt: localized }).optional(),
  /** An https link, opened in a new tab. */
  video: z.string().optional(),
});

/** The columns of a table of nominees, by the field of a nominee that they fill. */
export type NomineeColumns = { readonly [field: string]: string | NomineeColumns };

/** The fields that every table has. */
export const REQUIRED_FIELDS = {
  tag: 'tag',
  name: 'name',
  link: 'link',
  logo: 'logo',
  desc: { en: 'desc_en', uk: 'desc_uk' },
} as const satisfies NomineeColumns;
/** The fields that a table may have, each with all of its columns. A table leaves the values of other fields as they are. */
export const OPTIONAL_FIELDS = {
  picture: { file: 'picture', alt: { en: 'picture_alt_en', uk: 'picture_alt_uk' } },
  video: 'video',
} as const satisfies NomineeColumns;

/** The columns of a field or of several. */
export const columnsOf = (field: string | NomineeColumns): string[] =>
  typeof field === 'string' ? [field] : Object.values(field).flatMap(columnsOf);

/** The columns that a table must have and those that it may have, in any order. A function, which the page's build leaves out. */
export const nomineeColumns = () => ({
  required: ['nomination', 'niche', ...columnsOf(REQUIRED_FIELDS)],
  others: columnsOf(OPTIONAL_FIELDS),
});

/** The path of a nominee's own page. */
export const nomineePath = (nomination: string, niche: string, company: string): string =>
  `/n/${nomination}/${niche}/${company}`;

type Titled = { readonly title: InLanguages<string>; readonly categories: readonly unknown[] };

/** What a nominee is nominated for: the title of the nomination, followed by the category if it has several. */
export const placeTitle = (
  { title, categories }: Titled,
  category: { readonly name: InLanguages<string> } | undefined,
  language: Language,
): string => (category && categories.length > 1 ? `${title[language]} · ${category.name[language]}` : title[language]);
