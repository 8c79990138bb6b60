import { type NamedSelection, namedSelectionSchema } from '@laurel/contracts/console/selection';
import type { Command } from 'commander';
import { FieldError } from '../app-error.ts';
import type { Selection } from '../features/exclusions/policy.ts';
import { type Names, selectionOf } from '../features/exclusions/selection.policy.ts';
import { readGiven } from './given-file.ts';
import { MisuseError } from './output.ts';
import { readTime } from './time.ts';

/** The options that select votes, as they are typed. */
export type SelectionOptions = {
  account: string[];
  voter: string[];
  accounts: string[];
  nominee: string[];
  category: string[];
  network: string[];
  number: string[];
  timeZone: string[];
  userAgent: string[];
  mailDomain: string[];
  from?: string;
  until?: string;
};

const more = (value: string, before: readonly string[]): string[] => [...before, value];

const LISTS: readonly (readonly [flags: string, description: string])[] = [
  ['--account <ID>', 'votes of this account'],
  ['--voter <ID>', 'votes of this voter id'],
  ['--nominee <NAME>', 'votes for this nominee: nomination/category/nominee'],
  ['--category <NAME>', 'votes in this category: nomination/category'],
  ['--network <CIDR>', 'votes from this network, and of accounts that were seen in it, like 203.0.113.0/24'],
  ['--number <PREFIX>', 'votes of accounts whose phone number begins so, like +38067'],
  ['--time-zone <ZONE>', 'votes of accounts whose browser declared this time zone'],
  ['--user-agent <TEXT>', 'votes of accounts whose browser’s user agent contains this text'],
  ['--mail-domain <DOMAIN>', 'votes of accounts with an address in this domain'],
];

/**
 * Adds the options that select votes. A vote must match every given option, and of a repeated option at least one
 * value.
 */
export const asSelection = (command: Command): Command => {
  for (const [flags, description] of LISTS) command.option(flags, description, more, []);
  return command
    .option(
      '--accounts <FILE>',
      'votes of the accounts in this file, one id in each line; - is the standard input',
      more,
      [],
    )
    .option('--from <TIME>', 'votes from this date and time with its offset')
    .option('--until <TIME>', 'votes before this date and time with its offset');
};

/** The options by the keys of a selection. */
const OPTION_OF: Readonly<Record<string, string>> = {
  accounts: '--account or --accounts',
  voters: '--voter',
  nominees: '--nominee',
  categories: '--category',
  networks: '--network',
  numbers: '--number',
  timeZones: '--time-zone',
  userAgents: '--user-agent',
  mailDomains: '--mail-domain',
  from: '--from',
  until: '--until',
};

const linesOf = async (path: string): Promise<string[]> => {
  const lines = (await readGiven(path, '--accounts'))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length === 0) throw new MisuseError(`--accounts ${path}: the file names no account.`);
  return lines;
};

const timeIn = (text: string | undefined, option: string): string | undefined => {
  if (text === undefined) return undefined;
  if (readTime(text)) return text;
  throw new MisuseError(`${option}: "${text}" is not a date and time with an offset, like 2026-12-01T20:00:00+02:00.`);
};

/** The criteria that the options name. @throws MisuseError naming the option and its rule */
export const namedBy = async (options: SelectionOptions): Promise<NamedSelection> => {
  const lists = {
    accounts: [...options.account, ...(await Promise.all(options.accounts.map(linesOf))).flat()],
    voters: options.voter,
    nominees: options.nominee,
    categories: options.category,
    networks: options.network,
    numbers: options.number,
    timeZones: options.timeZone,
    userAgents: options.userAgent,
    mailDomains: options.mailDomain,
  };
  const [from, until] = [timeIn(options.from, '--from'), timeIn(options.until, '--until')];
  const parsed = namedSelectionSchema.safeParse({
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const key = String(issue?.path[0] ?? '');
  if (key === '') throw new MisuseError('Select the votes: --account, --nominee, --network or another option.');
  throw new MisuseError(`${OPTION_OF[key] ?? key}: ${issue?.message ?? 'is not valid'}.`);
};

/** The selection of the options with the database's ids. @throws MisuseError for a name that the edition does not have */
export const selectionBy = (named: NamedSelection, names: Names): Selection => {
  try {
    return selectionOf(named, names);
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const [[field = '', message = ''] = []] = Object.entries(error.fields);
    throw new MisuseError(`${OPTION_OF[field.split('.')[1] ?? ''] ?? field}: ${message}.`);
  }
};
