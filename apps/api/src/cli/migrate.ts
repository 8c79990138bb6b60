import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { yearIn } from '@laurel/catalog/edition-files';
import { EditionError } from '@laurel/catalog/problem';
import type { Organiser } from '@laurel/database/audit';
import { ImportRefusedError, importEdition, readEdition, type StoredEdition } from '@laurel/database/editions';
import { inYear } from '@laurel/database/in-year';
import { MigrationError, migrate } from '@laurel/database/migrate';
import { shownTime } from '../checks/shown-time.ts';
import { systemClock } from '../clock.ts';
import { archivedYearIn, isFromConsole } from '../features/edition/store.ts';
import { readForImport } from '../wiring/database.ts';
import { asOrganiser, organiserOf, type Who } from './change.ts';
import { locateDatabase, onDatabase } from './database.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { tryMigration } from './migrate-trial.ts';
import { EXIT, type ExitCode, MisuseError, type Output, print } from './output.ts';
import { respellNumbers } from './phone-numbers.ts';

type Ask = Json & {
  appUrl: string;
  /** The owner's connection. */
  migrateUrl: string;
  /** The connection of backups, whose role is created if it is missing. */
  replicationUrl: string | undefined;
  consoleUrl: string | undefined;
  editionDir: string | undefined;
  /** Withdraw nominees with votes that are no longer listed. */
  allowWithdraw: boolean;
  by: Organiser;
};

/** With the migrations that were applied. */
type Asked = Ask & { applied: readonly string[] };

const folderOf = ({ editionDir = demoEditionDir }: Pick<Ask, 'editionDir'>): string => editionDir;

/** What is published: the served edition, the newest version of the folder's year, and this year if it is archived. */
const readPresent = (ask: Ask) =>
  onDatabase({ url: ask.appUrl, applicationName: 'laurel migrate' }, async ({ pool }) => {
    const [served, year] = [await readEdition(pool), await yearIn(folderOf(ask))];
    const newest = year === undefined ? served : await inYear(pool, year, readEdition);
    return { served, newest, archived: await archivedYearIn(pool, folderOf(ask)) };
  });

/** Whether an option asks for the import. */
const isAsked = ({ by, allowWithdraw }: Ask): boolean => by.reason !== null || allowWithdraw;

/**
 * Prints why an edition was not imported, and the command to import it. With `docker compose up` no one may read this, so
 * the exit code is 0 if an edition is served already and no option was set: the site then starts with that edition.
 */
const notImported = async (error: Error, ask: Asked, output: Output): Promise<ExitCode> => {
  output.problem(`The edition was not imported: ${error.message.replace(/\.$/, '')}.`);
  const importedAt = (await readPresent(ask)).served?.importedAt;
  print(output, ask.json, { applied: ask.applied, imported: false, servedSince: importedAt ?? null }, []);
  const folder = folderOf(ask);
  const isRefused = error instanceof ImportRefusedError;
  // No option makes an import of another year possible.
  if (!(isRefused && error.rule === 'year')) {
    output.problem(
      `See "laurel edition diff ${folder}", correct the files or add what is missing, then type "laurel edition import ${folder}${isRefused ? ` --reason '…'` : ''}".`,
    );
  }
  if (importedAt === undefined) return EXIT.problem;
  output.problem(`Laurel serves the edition that was imported at ${shownTime(importedAt)}.`);
  return isAsked(ask) ? EXIT.problem : EXIT.ok;
};

/** Prints that the folder is of an archived year: after a switch, each start still finds the old files there. */
const leftAlone = (archived: number, ask: Asked, output: Output): ExitCode => {
  const text = `The edition in ${folderOf(ask)} is of ${archived}, which is archived. It was not imported.`;
  print(output, ask.json, { applied: ask.applied, imported: false, archived }, text);
  return isAsked(ask) ? EXIT.problem : EXIT.ok;
};

/** Prints that the console's edition stays, and the command to import the folder's. */
const keptFromConsole = ({ importedAt, importedBy }: StoredEdition, ask: Asked, output: Output): ExitCode => {
  print(output, ask.json, { applied: ask.applied, imported: false, servedSince: importedAt }, [
    `The edition that ${importedBy} published at ${shownTime(importedAt)} stays.`,
    `To publish the files again: laurel edition import ${folderOf(ask)}`,
  ]);
  return EXIT.ok;
};

const NEWER =
  'A newer release has migrated this database: the rights of the roles of the application and the console stay as they are.';

/** `laurel migrate`: brings the database up to date, then imports the edition. */
const migrateDatabase = async (ask: Ask, output: Output): Promise<ExitCode> => {
  const { appUrl, migrateUrl, replicationUrl, consoleUrl, allowWithdraw, by } = ask;
  let applied: readonly string[] = [];
  try {
    const done = await migrate({ appUrl, migrateUrl, replicationUrl, consoleUrl });
    ({ applied } = done);
    if (done.newer) output.problem(NEWER);
    if (!ask.json) {
      output.line(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
    }
    const { newest, archived } = await readPresent(ask);
    if (archived !== undefined) return leftAlone(archived, { ...ask, applied }, output);
    // Every deployment runs this, and must not undo what an organiser published since.
    if (newest && isFromConsole(newest) && !isAsked(ask)) return keptFromConsole(newest, { ...ask, applied }, output);
    const edition = await readForImport(folderOf(ask));
    const options = { by, allowWithdraw, now: () => systemClock.now() };
    const { added, withdrawn, restored } = await importEdition(migrateUrl, edition, options);
    const nominees = edition.nominees.length;
    const text = `The edition has ${nominees} nominees: ${added} new, ${withdrawn} withdrawn, ${restored} restored.`;
    print(output, ask.json, { applied, imported: true, nominees, added, withdrawn, restored }, text);
    return EXIT.ok;
  } catch (error) {
    if (error instanceof EditionError || error instanceof ImportRefusedError) {
      return notImported(error, { ...ask, applied }, output);
    }
    if (error instanceof MigrationError) {
      output.problem(error.message);
      return EXIT.problem;
    }
    throw error;
  }
};

type Options = Json & Who & { allowWithdraw: boolean; dryRun: boolean };

/** `laurel migrate`. */
export const registerMigrate = ({ program, output, databaseConfig, ended }: Laurel): void => {
  asOrganiser(asJson(program.command('migrate')), { reason: 'optional' })
    .description('migrate the database and import the edition (needs DATABASE_MIGRATE_URL)')
    .option('--allow-withdraw', 'withdraw nominees that have votes and are no longer listed', false)
    .option('--dry-run', 'say what would be applied and imported, and do nothing', false)
    .action(async (options: Options) => {
      const { DATABASE_REPLICATION_URL: replicationUrl, ...read } = databaseConfig();
      const by = organiserOf(options, read);
      const { appUrl, migrateUrl, consoleUrl } = locateDatabase(read);
      if (migrateUrl === undefined) {
        throw new MisuseError('Set DATABASE_MIGRATE_URL: the connection of the role that owns the tables.');
      }
      const ask = { appUrl, migrateUrl, replicationUrl, consoleUrl, ...options, editionDir: read.EDITION_DIR, by };
      if (options.dryRun) return ended(await tryMigration(ask, output));
      const code = await migrateDatabase(ask, output);
      // With --json only the JSON is written to stdout.
      const target = options.json ? { ...output, line: output.problem } : output;
      if (code === EXIT.ok) await respellNumbers({ ...ask, ...read, now: systemClock.now() }, target);
      ended(code);
    });
};
