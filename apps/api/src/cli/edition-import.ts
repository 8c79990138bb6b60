import { type ImportOptions, ImportRefusedError, importEdition } from '@laurel/database/editions';
import type { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { readYears } from '../features/years/store.ts';
import { asCareful, asOrganiser, type Careful, confirm, organiserOf, type Who } from './change.ts';
import { locateDatabase, onDatabase } from './database.ts';
import { differenceTo, isEmpty, readFolder, told } from './edition-plan.ts';
import { asJson, type Json, type Laurel } from './laurel.ts';
import { EXIT, type ExitCode, MisuseError, print } from './output.ts';

const diff = async ({ databaseConfig, output }: Laurel, directory: string, options: Json): Promise<ExitCode> => {
  const wanted = await readFolder(directory, output);
  if (!wanted) return EXIT.problem;
  const difference = await differenceTo(locateDatabase(databaseConfig()).appUrl, wanted, systemClock.now());
  const lines = isEmpty(difference) ? 'An import would change nothing.' : told(difference);
  print(output, options.json, difference, lines);
  return EXIT.ok;
};

type Options = Json & Who & Careful & { allowWithdraw: boolean };

const importFolder = async (laurel: Laurel, directory: string, options: Options): Promise<ExitCode> => {
  const { output } = laurel;
  const config = laurel.databaseConfig();
  const by = organiserOf(options, config);
  const { appUrl, migrateUrl } = locateDatabase(config);
  if (migrateUrl === undefined) {
    throw new MisuseError(
      'Set DATABASE_MIGRATE_URL: the connection of the role that owns the tables ("laurel edition import /edition" has it in its container).',
    );
  }
  const wanted = await readFolder(directory, output);
  if (!wanted) return EXIT.problem;
  const run = (more: Pick<ImportOptions, 'dryRun'> = {}) =>
    importEdition(migrateUrl, wanted, {
      by,
      now: () => systemClock.now(),
      allowWithdraw: options.allowWithdraw,
      ...more,
    }).catch((error: unknown) => {
      if (error instanceof ImportRefusedError) throw new MisuseError(`Nothing was imported: ${error.message}.`);
      throw error;
    });
  const difference = await differenceTo(appUrl, wanted, systemClock.now());
  const { changed, gone } = await run({ dryRun: true });
  if (!options.json) for (const line of told(difference)) output.line(line);
  if (options.dryRun || !changed) {
    const text = options.dryRun ? 'Nothing was imported: this was a dry run.' : 'There is nothing to change.';
    print(output, options.json, { imported: false, ...difference }, text);
    return EXIT.ok;
  }
  if (gone.length > 0) {
    await confirm(laurel, options, [`${gone.length} nominees that have votes can no longer be voted for.`]);
  }
  const { added, withdrawn, restored } = await run();
  const years = await onDatabase({ url: appUrl, applicationName: 'laurel edition' }, ({ pool }) => readYears(pool));
  const { year } = wanted;
  const isDraft = years.some((each) => each.year === year && each.state === 'draft');
  print(output, options.json, { imported: true, added, withdrawn, restored, times: difference.times }, [
    `Imported: ${added} new, ${withdrawn} withdrawn, ${restored} restored.`,
    isDraft
      ? `The edition of ${year} is a draft: visitors see it after a switch (laurel edition switch ${year}).`
      : 'Every running process shows it within seconds. No restart is needed.',
  ]);
  return EXIT.ok;
};

/** `laurel edition diff|import DIR`. */
export const registerEditionImport = (laurel: Laurel, edition: Command): void => {
  asJson(edition.command('diff').argument('<DIR>'))
    .description('show what an import would add, withdraw (with its votes), restore, move and reword')
    .action(async (directory: string, options: Json) => laurel.ended(await diff(laurel, directory, options)));
  asCareful(asOrganiser(asJson(edition.command('import').argument('<DIR>')), { reason: 'optional' }))
    .description('publish this edition (needs DATABASE_MIGRATE_URL)')
    .option('--allow-withdraw', 'withdraw nominees that have votes and are no longer listed', false)
    .action(async (directory: string, options: Options) =>
      laurel.ended(await importFolder(laurel, directory, options)),
    );
};
