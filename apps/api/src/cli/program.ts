import { Command } from 'commander';
import { readBackupSettings, readConfig, readDatabaseConfig } from '../config.ts';
import { registerBundle } from './audit-bundle.ts';
import { registerBackup } from './backup.ts';
import { registerConsoleCalls } from './console/register.ts';
import { registerDoctor } from './doctor.ts';
import { registerEdition } from './edition.ts';
import { endWith } from './ending.ts';
import { registerFraud } from './fraud/evaluate.ts';
import { withHints } from './hints.ts';
import { type Laurel, runWithDeps } from './laurel.ts';
import { registerLog } from './log.ts';
import { registerMigrate } from './migrate.ts';
import { EXIT, type ExitCode, type Output } from './output.ts';
import { registerPhase } from './phase.ts';
import { registerRehearse } from './rehearse/rehearse.ts';
import { registerResults } from './results.ts';
import { registerSecrets } from './secrets/secrets.ts';
import { registerSetup } from './setup/setup.ts';
import { registerTeam } from './team.ts';
import { VERSION } from './version.ts';
import { registerVotes } from './votes.ts';
import { registerWitness } from './witness.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The families of commands, in the order of the help. */
const FAMILIES: readonly ((laurel: Laurel) => void)[] = [
  registerSetup,
  registerDoctor,
  registerPhase,
  registerResults,
  registerVotes,
  registerLog,
  registerTeam,
  registerBundle,
  registerEdition,
  registerMigrate,
  registerSecrets,
  registerBackup,
  registerRehearse,
  registerFraud,
  registerWitness,
  registerConsoleCalls,
];

type Start = {
  output: Output;
  /** The process's own by default. */
  environment?: Environment | undefined;
  /** Prompts at the terminal, if there is one. */
  ask?: Laurel['ask'] | undefined;
  /** The name of this command where it was typed, for hints. */
  name?: string;
};

/** Creates the command with all its families. Each run passes its exit code to `ended`. */
export const createProgram = (
  { output: plain, environment, ask, name = 'laurel' }: Start,
  ended: (code: ExitCode) => void,
): Command => {
  const config = () => readConfig(environment);
  const output = withHints(plain, name);
  const program = new Command(name)
    .description('Laurel’s command line for organisers.')
    .version(VERSION, '--version', 'say which version of Laurel this is')
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
    databaseConfig: () => readDatabaseConfig(environment),
    backupSettings: () => readBackupSettings(environment),
    ended,
    withDeps: async (work, edition) => ended(await runWithDeps(config(), work, edition)),
  };
  for (const register of FAMILIES) register(laurel);
  return program;
};

/**
 * Runs `laurel ARGUMENTS`.
 * @returns the exit code
 */
export const runCli = async (
  argv: readonly string[],
  output: Output,
  environment?: Environment,
  ask?: Laurel['ask'],
  name = 'laurel',
): Promise<ExitCode> => {
  let code: ExitCode = EXIT.ok;
  const program = createProgram({ output, environment, ask, name }, (exit) => {
    code = exit;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    return endWith(error, withHints(output, name));
  }
};
