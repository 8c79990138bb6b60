import type { BackupSettings } from '@laurel/backup/settings';
import { ofYear } from '@laurel/database/client';
import type { Command } from 'commander';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import type { Config, DatabaseConfig } from '../config.ts';
import { createDeps, type Deps } from '../deps.ts';
import { readYears } from '../features/years/store.ts';
import { locateDatabase, onDatabase } from './database.ts';
import { type ExitCode, MisuseError, type Output } from './output.ts';

/** The context for registering a family of commands. */
export type Laurel = {
  readonly program: Command;
  readonly output: Output;
  /** Prompts at the terminal; undefined without one. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** The deployment's configuration. @throws ConfigError */
  config(): Config;
  /** The configuration of commands that use only the database and the edition's files. @throws ConfigError */
  databaseConfig(): DatabaseConfig;
  /** The settings of backups. @throws ConfigError */
  backupSettings(): BackupSettings;
  /** Sets the exit code of a command. */
  ended(code: ExitCode): void;
  /** Runs work with the features of the API on the database of this deployment. @param edition see `asOfEdition` */
  withDeps(work: (deps: Deps) => Promise<ExitCode>, edition?: string): Promise<void>;
};

/** The year of `--edition`; undefined if it is the current one. @throws MisuseError if it is neither current nor archived */
const archivedYearOf = async (url: string, edition: string): Promise<number | undefined> => {
  const years = (await onDatabase({ url }, ({ pool }) => readYears(pool))).filter(({ state }) => state !== 'draft');
  const found = years.find(({ year }) => String(year) === edition);
  if (found) return found.state === 'archived' ? found.year : undefined;
  throw new MisuseError(
    `--edition ${edition}: no current or archived edition has this year. There are: ${years.map(({ year }) => year).join(', ')}.`,
  );
};

/**
 * Runs work with the features of the API on the configured database.
 * @param edition the year of the edition; the current one by default. Of an archived one everything is read, and only the audit log written
 */
export const runWithDeps = async (
  config: Config,
  work: (deps: Deps) => Promise<ExitCode>,
  edition?: string,
): Promise<ExitCode> => {
  const logger = pino({ level: 'silent' });
  const { appUrl } = locateDatabase(config);
  const year = edition === undefined ? undefined : await archivedYearOf(appUrl, edition);
  // A pooler would ignore the year of a session.
  const past = year === undefined ? undefined : ofYear(config.DATABASE_LISTEN_URL ?? appUrl, year);
  const deps = await createDeps({
    config: past === undefined ? config : { ...config, DATABASE_LISTEN_URL: past },
    databaseUrl: past ?? appUrl,
    clock: systemClock,
    logger,
  });
  try {
    if (year !== undefined && deps.edition.year !== year) {
      throw new MisuseError(`--edition ${year} needs a direct connection: set DATABASE_LISTEN_URL.`);
    }
    // A development clock may have been moved on purpose.
    if (config.production) await deps.clockDifference.measure();
    if (past === undefined) return await work(deps);
    return await onDatabase({ url: appUrl }, ({ db }) => work({ ...deps, db }));
  } finally {
    await deps.close();
  }
};

/** Adds `--edition` to a command that reads one edition. */
export const asOfEdition = (command: Command): Command =>
  command.option('--edition <YEAR>', 'a current or archived edition (else the current one)');
export type OfEdition = { edition?: string };

/** Adds `--json` to a command. */
export const asJson = (command: Command): Command => command.option('--json', 'print JSON', false);
export type Json = { json: boolean };
