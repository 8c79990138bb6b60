import { inEachLanguage } from '@laurel/contracts/languages';
import { NOMINEE_NAME_MAX, TAG_MAX } from '@laurel/contracts/limits';
import { BACKGROUND_NAMES } from '@laurel/contracts/public-edition';
import { z } from 'zod';
import { violationText } from './plain-rules.ts';
import { sanitizeDescription, textOf } from './sanitize-description.ts';
import {
  imageFile,
  inLanguages,
  isHttpUrl,
  LINK_RULE,
  line,
  list,
  localizedLine,
  missing,
  optional,
  prose,
  sponsor,
  wholeNumber,
} from './schema-parts.ts';

/** A nomination's, category's or nominee's tag. */
export const tagSchema = z
  .string()
  .max(TAG_MAX, violationText('long', { max: TAG_MAX }))
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, violationText('tag'));

/** One name for all languages, or one for each. */
const nomineeName = z.preprocess(
  (name) => (typeof name === 'string' ? inEachLanguage(() => name) : name),
  inLanguages(line(NOMINEE_NAME_MAX)),
);

const description = inLanguages(
  prose(4000)
    .transform(sanitizeDescription)
    .refine((html) => textOf(html) !== '', violationText('noText')),
);

const VIDEO_RULE = violationText('httpsLink');
const video = z
  .string()
  .trim()
  .max(2000, VIDEO_RULE)
  .refine((text) => isHttpUrl(text) && /^https:/i.test(text), VIDEO_RULE);

const picture = z.strictObject({ file: imageFile('pictures'), alt: localizedLine });

/** A nominee in a nomination's file. */
export const companySchema = z
  .strictObject({
    tag: tagSchema,
    name: nomineeName,
    /** How a host says the name. Only the run sheet has it. */
    pronunciation: missing(line(160)),
    logo: imageFile('logos'),
    link: z
      .string()
      .trim()
      .refine((value) => value === '' || isHttpUrl(value), LINK_RULE)
      .nullish()
      .transform((value) => value ?? ''),
    desc: description,
    picture: optional(picture),
    video: optional(video),
  })
  .refine((company) => company.picture === null || company.video === null, {
    path: ['video'],
    error: violationText('pictureOrVideo'),
  });

const category = z.strictObject({
  tag: tagSchema,
  name: localizedLine,
  sponsors: list(sponsor, 4),
  companies: z.array(companySchema).min(1, violationText('oneCompany')),
});

/** The content of `nominations/<tag>.yaml` (NM-08). */
export const nominationFileSchema = z.strictObject({
  tag: tagSchema,
  order: wholeNumber(1, 1000),
  title: localizedLine,
  backgroundName: z
    .enum(BACKGROUND_NAMES)
    .nullish()
    .transform((value) => value ?? ''),
  categories: z.array(category).min(1, violationText('oneCategory')),
});
