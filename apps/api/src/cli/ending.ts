import { BackupError } from '@laurel/backup/errors';
import { EditionError } from '@laurel/catalog/problem';
import { isUnavailable } from '@laurel/database/errors';
import { WitnessError } from '@laurel/witness/errors';
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { WrongDataKeyError } from '../crypto/sealed-keys.store.ts';
import { NotImportedError } from '../wiring/database.ts';
import { faultOf, referenceOf } from './faults.ts';
import { EXIT, type ExitCode, MisuseError, type Output } from './output.ts';

/** Errors whose message is for the user. */
const EXPLAINED = [ConfigError, BackupError, EditionError, NotImportedError, WitnessError, WrongDataKeyError] as const;
const isExplained = (error: unknown): error is Error => EXPLAINED.some((kind) => error instanceof kind);

/** Ctrl-C, at a prompt (readline, Inquirer) or in a command that cleans up. */
const STOPPED = new Set(['AbortError', 'ExitPromptError']);
const isStopped = (error: unknown): boolean => error instanceof Error && STOPPED.has(error.name);

/** The message of an error that ended a command. */
const messageOf = (error: unknown): string => {
  if (isExplained(error)) return error.message;
  const fault = faultOf(error);
  // node-postgres and Prisma name no address: they connect only to the database.
  if (isUnavailable(error))
    return `The database does not answer. ${fault ?? ''} "laurel doctor" says more.`.replace('  ', ' ');
  if (fault !== undefined) return fault;
  return `This command met an error that it does not know, and stopped. Please report it with this reference: ${referenceOf(error)}`;
};

/**
 * Prints why a command ended, for all commands: a message for problems that the user can fix, a reference for bugs. Never
 * prints a stack.
 */
export const endWith = (error: unknown, output: Pick<Output, 'problem'>): ExitCode => {
  // Commander has printed it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.misuse;
  if (error instanceof MisuseError) {
    output.problem(error.message);
    return EXIT.misuse;
  }
  output.problem(isStopped(error) ? 'Stopped.' : messageOf(error));
  return EXIT.problem;
};
