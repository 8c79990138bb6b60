import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { loadEdition } from '@laurel/catalog/load-edition';
import { EditionError } from '@laurel/catalog/problem';
import { MigrationError, migrate } from '@laurel/database/migrate';
import { importNominees, NomineesHaveVotesError } from '@laurel/database/nominees';
import { systemClock } from '../lib/clock.ts';
import { nomineesOf } from '../wiring/database.ts';
import { locateDatabase } from './database.ts';
import type { Laurel } from './laurel.ts';
import { EXIT, type ExitCode, MisuseError, type Output } from './output.ts';
import { respellNumbers } from './phone-numbers.ts';

type Ask = {
  appUrl: string;
  /** The owner's. */
  migrateUrl: string | undefined;
  editionDir: string | undefined;
  /** Withdraw nominees that have votes and are no longer listed. */
  allowWithdraw: boolean;
  now: Date;
};

/** `laurel migrate`: brings the database up to date, then imports the edition. */
export const migrateDatabase = async (ask: Ask, output: Output): Promise<ExitCode> => {
  const { appUrl, migrateUrl, allowWithdraw, now } = ask;
  if (migrateUrl === undefined) {
    throw new MisuseError('Set DATABASE_MIGRATE_URL: the connection of the role that owns the tables.');
  }
  try {
    const edition = await loadEdition(ask.editionDir ?? demoEditionDir);
    const { applied } = await migrate({ appUrl, migrateUrl });
    output.line(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`);
    const listed = nomineesOf(edition);
    const { added, withdrawn, restored } = await importNominees(migrateUrl, listed, { allowWithdraw, now });
    output.line(
      `The edition has ${listed.nominees.length} nominees: ${added} new, ${withdrawn} withdrawn, ${restored} restored.`,
    );
    return EXIT.ok;
  } catch (error) {
    if (error instanceof NomineesHaveVotesError) {
      output.problem(`Nothing was imported: ${error.message}.`);
      output.problem(
        'List them again, or run "laurel migrate --allow-withdraw": their votes stay, and nobody can vote for them any more.',
      );
      return EXIT.problem;
    }
    if (error instanceof MigrationError || error instanceof EditionError) {
      output.problem(error.message);
      return EXIT.problem;
    }
    throw error;
  }
};

/** `laurel migrate`. */
export const registerMigrate = ({ program, output, config, ended }: Laurel): void => {
  program
    .command('migrate')
    .description('bring the database up to date and import the edition (needs DATABASE_MIGRATE_URL)')
    .option('--allow-withdraw', 'withdraw nominees that have votes and are no longer listed', false)
    .action(async ({ allowWithdraw }: { allowWithdraw: boolean }) => {
      const read = config();
      const ask = { ...locateDatabase(read), editionDir: read.EDITION_DIR, allowWithdraw, now: systemClock.now() };
      const code = await migrateDatabase(ask, output);
      if (code === EXIT.ok) await respellNumbers({ ...ask, ...read }, output);
      ended(code);
    });
};
