import { EditionError } from '@laurel/catalog/problem';
import { Command, CommanderError } from 'commander';
import { BackupError } from '../backup/errors.ts';
import { ConfigError, readBackupSettings, readConfig } from '../config.ts';
import { codesOf, isUnavailable } from '../lib/db-errors.ts';
import { NotImportedError } from '../wiring/database.ts';
import { registerAudit } from './audit.ts';
import { registerBackup } from './backup.ts';
import { registerDoctor } from './doctor.ts';
import { registerEdition } from './edition.ts';
import { type Laurel, onRooms } from './laurel.ts';
import { registerMigrate } from './migrate.ts';
import { registerNominees } from './nominees.ts';
import { EXIT, type ExitCode, MisuseError, type Output } from './output.ts';
import { registerPhase } from './phase.ts';
import { registerResults } from './results.ts';
import { registerReview } from './review.ts';
import { registerSecrets } from './secrets/secrets.ts';
import { registerSetup } from './setup/setup.ts';
import { registerUser } from './user.ts';
import { registerVotes } from './votes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The families of commands, in the order in which help names them. */
const FAMILIES: readonly ((laurel: Laurel) => void)[] = [
  registerSetup,
  registerDoctor,
  registerPhase,
  registerResults,
  registerVotes,
  registerUser,
  registerReview,
  registerAudit,
  registerEdition,
  registerNominees,
  registerMigrate,
  registerSecrets,
  registerBackup,
];

/** Errors whose text says what is wrong and what to do about it. */
const TOLD = [ConfigError, BackupError, EditionError, NotImportedError] as const;
const isTold = (error: unknown): error is Error => TOLD.some((kind) => error instanceof kind);

/** PostgreSQL's undefined_table. */
const NO_SUCH_TABLE = '42P01';

/**
 * Runs `laurel ARGUMENTS`.
 * @param environment the process's own, unless a test gives one
 * @param ask asks the person at the terminal, where there is one
 * @returns the exit code
 */
export const runCli = async (
  argv: readonly string[],
  output: Output,
  environment?: Environment,
  ask?: Laurel['ask'],
): Promise<ExitCode> => {
  let code: ExitCode = EXIT.ok;
  const ended = (exit: ExitCode): void => {
    code = exit;
  };
  const config = () => readConfig(environment);
  const program = new Command('laurel')
    .description('The organisers’ command of Laurel.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.line(text.trimEnd()),
      writeErr: (text) => output.problem(text.trimEnd()),
    })
    .showHelpAfterError('"laurel --help" shows what there is.');
  const laurel: Laurel = {
    program,
    output,
    ask,
    config,
    backupSettings: () => readBackupSettings(environment),
    ended,
    withDeps: async (work) => ended(await onRooms(config(), work)),
  };
  for (const register of FAMILIES) register(laurel);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.misuse;
    if (error instanceof MisuseError) {
      output.problem(error.message);
      return EXIT.misuse;
    }
    if (isTold(error)) {
      output.problem(error.message);
      return EXIT.problem;
    }
    if (codesOf(error).includes(NO_SUCH_TABLE)) {
      output.problem('The database lacks tables of this release. Run "laurel migrate"; "laurel doctor" says more.');
      return EXIT.problem;
    }
    if (isUnavailable(error)) {
      output.problem('The database does not answer. "laurel doctor" says more.');
      return EXIT.problem;
    }
    throw error;
  }
};
