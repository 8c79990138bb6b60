import { z } from 'zod';
import { enteredTime } from '../entered-time.ts';
import { FIELD_MESSAGES } from './field-messages.ts';
import { PRINTABLE } from './texts.ts';

/** The most accounts or voters of one selection. */
export const SELECTED_IDS_MAX = 100_000;
const VALUES_MAX = 1_000;

const ids = z.array(z.guid(FIELD_MESSAGES.selectionIds)).min(1).max(SELECTED_IDS_MAX, FIELD_MESSAGES.selectionIdsMany);
const texts = (pattern: RegExp, rule: string) =>
  z.array(z.string().trim().regex(pattern, rule)).min(1).max(VALUES_MAX, FIELD_MESSAGES.selectionValuesMany);
const time = enteredTime(FIELD_MESSAGES.selectionTime);

/** The criteria about accounts, voters and times: the same for the console, the command and the database. */
const CRITERIA = {
  voters: ids,
  accounts: ids,
  networks: z
    .array(z.union([z.cidrv4(), z.cidrv6()], FIELD_MESSAGES.selectionNetwork))
    .min(1)
    .max(VALUES_MAX, FIELD_MESSAGES.selectionValuesMany),
  numbers: texts(/^\+[1-9]\d{0,7}$/, FIELD_MESSAGES.selectionNumber),
  timeZones: texts(/^[\w+-]+(\/[\w+-]+)*$/, FIELD_MESSAGES.selectionTimeZone),
  userAgents: texts(new RegExp(`^${PRINTABLE}{3,200}$`, 'u'), FIELD_MESSAGES.selectionUserAgent),
  mailDomains: texts(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, FIELD_MESSAGES.selectionMailDomain),
  from: time,
  until: time,
};

/**
 * A schema of selections: the criteria above, and nominees and categories as `names`. Criteria of different keys must all match; of
 * the values of one key, any may match.
 */
export const selectionWith = <Name extends z.ZodType>(names: { nominee: Name; category: Name }) =>
  z
    .strictObject({
      ...CRITERIA,
      nominees: z.array(names.nominee).min(1).max(VALUES_MAX, FIELD_MESSAGES.selectionValuesMany),
      categories: z.array(names.category).min(1).max(VALUES_MAX, FIELD_MESSAGES.selectionValuesMany),
    })
    .partial()
    .refine((selection) => Object.keys(selection).length > 0, FIELD_MESSAGES.selectionNothing)
    .refine(({ from, until }) => from === undefined || until === undefined || new Date(from) < new Date(until), {
      path: ['until'],
      error: FIELD_MESSAGES.selectionWindow,
    });

const tag = '[a-z0-9-]+';

/** A selection with the names of the edition: nomination/category/nominee and nomination/category. */
export const namedSelectionSchema = selectionWith({
  nominee: z.string().regex(new RegExp(`^${tag}/${tag}/${tag}$`), FIELD_MESSAGES.selectionNominee),
  category: z.string().regex(new RegExp(`^${tag}/${tag}$`), FIELD_MESSAGES.selectionCategory),
});
export type NamedSelection = z.output<typeof namedSelectionSchema>;
