import { z } from 'zod';
import { PRINTABLE } from './texts.ts';

/** The most accounts or voters of one selection. */
export const SELECTED_IDS_MAX = 100_000;
const VALUES_MAX = 1_000;

const IDS_RULE = 'Write ids as the console shows them, one in each line';
const ids = z.array(z.guid(IDS_RULE)).min(1).max(SELECTED_IDS_MAX, 'Use at most 100,000 ids');
const texts = (pattern: RegExp, rule: string) => z.array(z.string().trim().regex(pattern, rule)).min(1).max(VALUES_MAX);
const TIME_RULE = 'Write a date and time with its offset, like 2026-12-01T20:00:00+02:00';
const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], TIME_RULE)
  // PostgreSQL knows no year 0, and no offset of 16 hours.
  .refine((text) => /^(?!0000).*(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/.test(text), TIME_RULE);

/** The criteria about accounts, voters and times: the same for the console, the command and the database. */
const CRITERIA = {
  voters: ids,
  accounts: ids,
  networks: z
    .array(z.union([z.cidrv4(), z.cidrv6()], 'Write a network like 203.0.113.0/24 or 2001:db8::/48'))
    .min(1)
    .max(VALUES_MAX),
  numbers: texts(/^\+[1-9]\d{0,7}$/, 'Write the beginning of numbers: a plus and at most eight digits, like +38067'),
  timeZones: texts(/^[\w+-]+(\/[\w+-]+)*$/, 'Write a time zone like Europe/Kyiv'),
  userAgents: texts(new RegExp(`^${PRINTABLE}{3,200}$`, 'u'), 'Write 3 to 200 characters of the user agent'),
  mailDomains: texts(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'Write a domain like example.org'),
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
      nominees: z.array(names.nominee).min(1).max(VALUES_MAX),
      categories: z.array(names.category).min(1).max(VALUES_MAX),
    })
    .partial()
    .refine((selection) => Object.keys(selection).length > 0, 'Select the votes: add at least one criterion')
    .refine(({ from, until }) => from === undefined || until === undefined || new Date(from) < new Date(until), {
      path: ['until'],
      error: 'The end must be after the beginning',
    });

const tag = '[a-z0-9-]+';

/** A selection with the names of the edition: nomination/category/nominee and nomination/category. */
export const namedSelectionSchema = selectionWith({
  nominee: z.string().regex(new RegExp(`^${tag}/${tag}/${tag}$`), 'Choose a nominee of the edition'),
  category: z.string().regex(new RegExp(`^${tag}/${tag}$`), 'Choose a category of the edition'),
});
export type NamedSelection = z.output<typeof namedSelectionSchema>;
