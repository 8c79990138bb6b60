import { HIDDEN } from '@laurel/contracts/hidden';
import {
  DEFAULT_LANGUAGE,
  FALLBACK_LANGUAGE,
  inEachLanguage,
  inLanguage,
  LANGUAGES,
} from '@laurel/contracts/languages';
import { z } from 'zod';
import { IMAGE_FILE, type ImageFolder } from './images.ts';
import { violationText } from './plain-rules.ts';

const CONTROL = new RegExp(String.raw`[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029${HIDDEN}]`);

/** Longer text, of one or more lines. */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .min(1, violationText('empty'))
    .max(max, violationText('long', { max }))
    .refine((text) => !CONTROL.test(text), violationText('control'));
/** A title or label: one line. */
export const line = (max: number) => prose(max).refine((text) => !text.includes('\n'), violationText('oneLine'));

const ADDED = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE && language !== FALLBACK_LANGUAGE);

/** A text in the default and the fallback language. In others, the fallback language's text is used where it is missing. */
export const inLanguages = (text: z.ZodType<string>) =>
  z
    .strictObject({ en: text, uk: text, ...Object.fromEntries(ADDED.map((language) => [language, text.optional()])) })
    .transform((texts) => inEachLanguage((language) => inLanguage(texts, language)));
export const localizedLine = inLanguages(line(160));
export const localizedProse = inLanguages(prose(2000));

/** An optional key. An empty value (null in YAML) counts as missing. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** An optional key that was added later: undefined if it is missing, because null would change the digest and the leaf of every edition. */
export const missing = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

/** An optional group, each of whose keys has a default. */
export const group = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value ?? {}, schema);

export const isHttpUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:\/\//i.test(text) && url.username === '' && url.password === '';
};
export const LINK_RULE = violationText('link');
export const link = z.string().trim().max(2000, LINK_RULE).refine(isHttpUrl, LINK_RULE);

export const wholeNumber = (min: number, max: number) => {
  const rule = violationText('numberFrom', { min, max });
  return z.int().min(min, rule).max(max, rule);
};

export const imageFile = (folder: ImageFolder) => z.string().regex(IMAGE_FILE, violationText('imageName', { folder }));

/** An optional list; an empty one counts as missing. */
export const list = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max, violationText('many', { max }))
    .nullish()
    .transform((items) => (items?.length ? items : undefined));
/** A sponsor of the award or of a category. */
export const sponsor = z.strictObject({ name: line(80), logo: imageFile('logos'), link: missing(link) });
