import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Edition } from '@laurel/catalog/edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { EditionError } from '@laurel/catalog/problem';
import { createDatabase } from '@laurel/database/client';
import {
  type ImportPlan,
  importNominees,
  type NomineeName,
  NomineesHaveVotesError,
  planImport,
} from '@laurel/database/nominees';
import type { Command } from 'commander';
import { writeDownAsOwner } from '../features/audit/store.ts';
import { effectiveTimes, votingEndsAt } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import type { Organiser } from '../lib/audit.ts';
import { systemClock } from '../lib/clock.ts';
import { nomineesOf } from '../wiring/database.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { locateDatabase } from './database.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, json, MisuseError, type Output } from './output.ts';

type Times = { opensAt: Date | null; closesAt: Date | null };
/** What an import would do, with the moments between which votes count, before and after. */
type Difference = Omit<ImportPlan, 'times'> & { times: { before: Times; after: Times } | undefined };

const isSame = (one: Times, other: Times): boolean =>
  one.opensAt?.getTime() === other.opensAt?.getTime() && one.closesAt?.getTime() === other.closesAt?.getTime();

const differenceTo = async (appUrl: string, edition: Edition): Promise<Difference> => {
  const { pool, close } = createDatabase({ url: appUrl, maxConnections: 1, applicationName: 'laurel edition' });
  try {
    const { times, ...plan } = await planImport(pool, nomineesOf(edition).nominees);
    const wanted = effectiveTimes(edition.phases, await readMoved(pool));
    const after = { opensAt: wanted.votingOpensAt, closesAt: votingEndsAt(wanted) };
    const before = times.find((each) => !isSame(each, after));
    return { ...plan, times: before && { before, after } };
  } finally {
    await close();
  }
};

const nameOf = ({ nomination, niche, company }: NomineeName): string => `${nomination}/${niche}/${company}`;
const said = (moment: Date | null): string => moment?.toISOString() ?? 'none';

const told = ({ added, restored, withdrawn, times }: Difference): string[] => [
  ...added.map((each) => `new        ${nameOf(each)}`),
  ...restored.map((each) => `restored   ${nameOf(each)}`),
  ...withdrawn.map((each) => `withdrawn  ${nameOf(each)}${each.votes > 0 ? `  has ${each.votes} votes` : ''}`),
  ...(times ? [`opens      ${said(times.before.opensAt)} → ${said(times.after.opensAt)}`] : []),
  ...(times ? [`closes     ${said(times.before.closesAt)} → ${said(times.after.closesAt)}`] : []),
];

const isEmpty = ({ added, restored, withdrawn, times }: Difference): boolean =>
  added.length + restored.length + withdrawn.length === 0 && times === undefined;

/** The edition in a folder. @returns undefined where it is not in order; what is wrong was told */
const read = async (directory: string, output: Output): Promise<Edition | undefined> => {
  if (!existsSync(directory)) throw new MisuseError(`There is no directory ${directory}.`);
  try {
    return await loadEdition(directory);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    output.problem(`Nothing was imported. ${error.message}`);
    return undefined;
  }
};

const diff = async ({ config, output }: Laurel, directory: string, options: Json): Promise<ExitCode> => {
  const edition = await read(directory, output);
  if (!edition) return EXIT.problem;
  const difference = await differenceTo(locateDatabase(config()).appUrl, edition);
  if (options.json) output.line(json(difference));
  else if (isEmpty(difference)) output.line('An import would change nothing.');
  else for (const line of told(difference)) output.line(line);
  return EXIT.ok;
};

type ImportOptions = Json & Who & Careful & { allowWithdraw: boolean };

/** What has to be said before an import is run at all. @throws MisuseError */
const demandWords = (difference: Difference, { allowWithdraw, reason }: ImportOptions): void => {
  const losing = difference.withdrawn.filter(({ votes }) => votes > 0);
  if (losing.length > 0 && !allowWithdraw) {
    const names = losing.map((each) => `${nameOf(each)} (${each.votes})`).join(', ');
    throw new MisuseError(
      `Nothing was imported: nominees that have votes are no longer listed: ${names}. List them again, or say --allow-withdraw: their votes stay, and nobody can vote for them any more.`,
    );
  }
  if ((losing.length > 0 || difference.times) && reason === undefined) {
    throw new MisuseError(
      'Say --reason: this moves voting, or withdraws nominees that have votes. Nothing was imported.',
    );
  }
};

const importEdition = async (laurel: Laurel, directory: string, options: ImportOptions): Promise<ExitCode> => {
  const { output } = laurel;
  const config = laurel.config();
  const organiser: Organiser = organiserOf(options, config);
  const { appUrl, migrateUrl } = locateDatabase(config);
  if (migrateUrl === undefined) {
    throw new MisuseError(
      'Set DATABASE_MIGRATE_URL: the connection of the role that owns the tables ("docker compose run --rm migrate laurel edition import /edition" has it).',
    );
  }
  const edition = await read(directory, output);
  if (!edition) return EXIT.problem;
  const difference = await differenceTo(appUrl, edition);
  demandWords(difference, options);
  if (!options.json) for (const line of told(difference)) output.line(line);
  if (options.dryRun || isEmpty(difference)) {
    if (options.json) output.line(json({ imported: false, ...difference }));
    else output.line(options.dryRun ? 'Nothing was imported: this was a dry run.' : 'There is nothing to change.');
    return EXIT.ok;
  }
  const losing = difference.withdrawn.filter(({ votes }) => votes > 0).length;
  if (losing > 0) await confirm(laurel, options, [`${losing} nominees that have votes can no longer be voted for.`]);
  const now = systemClock.now();
  try {
    const outcome = await importNominees(migrateUrl, nomineesOf(edition), {
      allowWithdraw: options.allowWithdraw,
      now,
      within: (client, detail) =>
        writeDownAsOwner(
          client,
          { ...organiser, action: 'edition.import', subject: String(edition.year), detail },
          now,
        ),
    });
    if (options.json) output.line(json({ imported: true, ...outcome, times: difference.times }));
    else {
      output.line(`Imported: ${outcome.added} new, ${outcome.withdrawn} withdrawn, ${outcome.restored} restored.`);
      output.line(`The page shows it after a restart with EDITION_DIR=${resolve(directory)}:`);
      output.line('  docker compose up -d --force-recreate app');
    }
    return EXIT.ok;
  } catch (error) {
    // A vote came between the look and the import.
    if (!(error instanceof NomineesHaveVotesError)) throw error;
    output.problem(`Nothing was imported: ${error.message}.`);
    return EXIT.problem;
  }
};

/** `laurel edition diff|import DIR`. */
export const registerEditionImport = (laurel: Laurel, edition: Command): void => {
  asJson(edition.command('diff').argument('<DIR>'))
    .description('say what an import would add, withdraw (with how many votes), restore and move')
    .action(async (directory: string, options: Json) => laurel.ended(await diff(laurel, directory, options)));
  asCareful(asOrganiser(asJson(edition.command('import').argument('<DIR>')), { reason: 'optional' }))
    .description('make the database’s nominees and times those of the edition (needs DATABASE_MIGRATE_URL)')
    .option('--allow-withdraw', 'withdraw nominees that have votes and are no longer listed', false)
    .action(async (directory: string, options: ImportOptions) =>
      laurel.ended(await importEdition(laurel, directory, options)),
    );
};
