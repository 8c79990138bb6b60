import type { BackupSettings } from '@laurel/backup/settings';
import type { Command } from 'commander';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import type { Config, DatabaseConfig } from '../config.ts';
import { createDeps, type Deps } from '../deps.ts';
import { locateDatabase } from './database.ts';
import type { ExitCode, Output } from './output.ts';

/** What each family of commands is given to register itself with. */
export type Laurel = {
  readonly program: Command;
  readonly output: Output;
  /** Asks the person at the terminal; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
  /** The deployment's configuration. @throws ConfigError */
  config(): Config;
  /** What of it commands need that work on the database and the edition's files alone. @throws ConfigError */
  databaseConfig(): DatabaseConfig;
  /** How backups are made and found here. @throws ConfigError */
  backupSettings(): BackupSettings;
  /** Hears of a command's exit code. */
  ended(code: ExitCode): void;
  /** Runs a command's work on the rooms of the API, over the database of this deployment. */
  withDeps(work: (deps: Deps) => Promise<ExitCode>): Promise<void>;
};

/** Runs work on the rooms of the API, over the database that the configuration names. */
export const runWithDeps = async (config: Config, work: (deps: Deps) => Promise<ExitCode>): Promise<ExitCode> => {
  const logger = pino({ level: 'silent' });
  const deps = await createDeps({ config, databaseUrl: locateDatabase(config).appUrl, clock: systemClock, logger });
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
};

/** A command that can answer in JSON as well. */
export const asJson = (command: Command): Command => command.option('--json', 'answer in JSON', false);
export type Json = { json: boolean };
