import { Command, CommanderError } from 'commander';
import { pino } from 'pino';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createDeps, type Deps } from '../deps.ts';
import { systemClock } from '../lib/clock.ts';
import { isUnavailable } from '../lib/db-errors.ts';
import { locateDatabase } from './database.ts';
import { runDoctor } from './doctor.ts';
import { checkEditionDir } from './edition.ts';
import { migrateDatabase } from './migrate.ts';
import { EXIT, type ExitCode, MisuseError, type Output } from './output.ts';
import { decideReview, listReviews, reviewId } from './review.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a command's work on the rooms of the API, over the database of this deployment. */
const withDeps = async (config: Config, work: (deps: Deps) => Promise<ExitCode>): Promise<ExitCode> => {
  const logger = pino({ level: 'silent' });
  const deps = await createDeps({ config, databaseUrl: locateDatabase(config).appUrl, clock: systemClock, logger });
  try {
    return await work(deps);
  } finally {
    await deps.close();
  }
};

const asJson = (command: Command): Command => command.option('--json', 'answer in JSON', false);
type Json = { json: boolean };

/** The organisers' command. `ended` hears of each command's exit code. */
const buildProgram = (config: () => Config, output: Output, ended: (code: ExitCode) => void): Command => {
  const program = new Command('laurel')
    .description('The organisers’ command of Laurel.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.line(text.trimEnd()),
      writeErr: (text) => output.problem(text.trimEnd()),
    })
    .showHelpAfterError('"laurel --help" shows what there is.');

  const review = program.command('review').description('the Instagram names that wait for a decision');
  asJson(review.command('list'))
    .description('show them, oldest first')
    .action(async (options: Json) => {
      ended(await withDeps(config(), (deps) => listReviews(deps, output, options)));
    });
  for (const [name, approved] of [
    ['approve', true],
    ['reject', false],
  ] as const) {
    asJson(review.command(name).argument('<ID>', 'as "laurel review list" shows it'))
      .description(`${name} one; the person is told by mail`)
      .action(async (given: string, options: Json) => {
        const id = reviewId(given);
        ended(await withDeps(config(), (deps) => decideReview(deps, output, { id, approved, ...options })));
      });
  }

  asJson(program.command('doctor'))
    .description('say what is wrong with this deployment, and what to do')
    .action(async (options: Json) => {
      ended(await runDoctor(config, output, options));
    });

  program
    .command('migrate')
    .description('bring the database up to date and import the edition (needs DATABASE_MIGRATE_URL)')
    .option('--allow-withdraw', 'withdraw nominees that have votes and are no longer listed', false)
    .action(async ({ allowWithdraw }: { allowWithdraw: boolean }) => {
      const read = config();
      const ask = { ...locateDatabase(read), editionDir: read.EDITION_DIR, allowWithdraw, now: systemClock.now() };
      ended(await migrateDatabase(ask, output));
    });

  asJson(program.command('edition').description('an edition’s files').command('check').argument('<DIR>'))
    .description('say what is wrong with them, by file, line and field')
    .action(async (directory: string, options: Json) => {
      ended(await checkEditionDir(directory, output, options));
    });
  return program;
};

/**
 * Runs `laurel ARGUMENTS`.
 * @param environment the process's own, unless a test gives one
 * @returns the exit code
 */
export const runCli = async (argv: readonly string[], output: Output, environment?: Environment): Promise<ExitCode> => {
  let code: ExitCode = EXIT.ok;
  const program = buildProgram(
    () => readConfig(environment),
    output,
    (ended) => {
      code = ended;
    },
  );
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.misuse;
    if (error instanceof MisuseError) {
      output.problem(error.message);
      return EXIT.misuse;
    }
    if (error instanceof ConfigError) {
      output.problem(error.message);
      return EXIT.problem;
    }
    if (isUnavailable(error)) {
      output.problem('The database does not answer. "laurel doctor" says more.');
      return EXIT.problem;
    }
    throw error;
  }
};
