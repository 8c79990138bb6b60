import { BackupError } from '@laurel/backup/errors';
import { EditionError } from '@laurel/catalog/problem';
import { isUnavailable } from '@laurel/database/errors';
import { CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { WrongDataKeyError } from '../crypto/sealed-keys.store.ts';
import { NotImportedError } from '../wiring/database.ts';
import { faultOf, referenceOf } from './faults.ts';
import { EXIT, type ExitCode, MisuseError, type Output } from './output.ts';

/** Errors whose text says what is wrong and what to do about it. */
const TOLD = [ConfigError, BackupError, EditionError, NotImportedError, WrongDataKeyError] as const;
const isTold = (error: unknown): error is Error => TOLD.some((kind) => error instanceof kind);

/** Ctrl-C: at a question (readline, Inquirer), or while a command works that lets go of what it has begun. */
const STOPPED = new Set(['AbortError', 'ExitPromptError']);
const isStopped = (error: unknown): boolean => error instanceof Error && STOPPED.has(error.name);

/** What the person at the terminal reads of an error that ended a command. */
const wordsOf = (error: unknown): string => {
  if (isTold(error)) return error.message;
  const fault = faultOf(error);
  // node-postgres and Prisma name no address: what they could not reach is the database.
  if (isUnavailable(error))
    return `The database does not answer. ${fault ?? ''} "laurel doctor" says more.`.replace('  ', ' ');
  if (fault !== undefined) return fault;
  return `This command met an error that it does not know, and stopped. Please report it with this reference: ${referenceOf(error)}`;
};

/**
 * Says why a command ended, once, for all commands: in words for what the caller or the environment has to correct, by a
 * reference for what is a bug. A stack is never shown.
 */
export const endWith = (error: unknown, output: Pick<Output, 'problem'>): ExitCode => {
  // Commander has said it.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.misuse;
  if (error instanceof MisuseError) {
    output.problem(error.message);
    return EXIT.misuse;
  }
  output.problem(isStopped(error) ? 'Stopped.' : wordsOf(error));
  return EXIT.problem;
};
