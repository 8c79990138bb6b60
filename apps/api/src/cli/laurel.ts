import type { BackupSettings } from '@laurel/backup/settings';
import type { Command } from 'commander';
import { pino } from 'pino';
import { systemClock } from '../clock.ts';
import type { Config, DatabaseConfig } from '../config.ts';
import { createDeps, type Deps } from '../deps.ts';
import { locateDatabase } from './database.ts';
import type { ExitCode, Output } from './output.ts';

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
  /** Runs work with the features of the API on the database of this deployment. */
  withDeps(work: (deps: Deps) => Promise<ExitCode>): Promise<void>;
};

/** Runs work with the features of the API on the configured database. */
export const runWithDeps = async (config: Config, work: (deps: Deps) => Promise<ExitCode>): Promise<ExitCode> => {
  const logger = pino({ level: 'silent' });
  const deps = await createDeps({ config, databaseUrl: locateDatabase(config).appUrl, clock: systemClock, logger });
  try {
    // A development clock may have been moved on purpose.
    if (config.production) await deps.clockDifference.measure();
    return await work(deps);
  } finally {
    await deps.close();
  }
};

/** Adds `--json` to a command. */
export const asJson = (command: Command): Command => command.option('--json', 'print JSON', false);
export type Json = { json: boolean };
