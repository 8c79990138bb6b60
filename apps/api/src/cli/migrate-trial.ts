import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { systemClock } from '../clock.ts';
import type { Difference } from '../features/edition/difference.store.ts';
import { archivedYearIn } from '../features/edition/store.ts';
import { readForImport } from '../wiring/database.ts';
import { missingMigrations } from './checks.ts';
import { onDatabase } from './database.ts';
import { differenceTo, isEmpty, told } from './edition-plan.ts';
import { EXIT, type ExitCode, type Output, print } from './output.ts';

type Ask = { migrateUrl: string; editionDir: string | undefined; json: boolean };

/** The missing migrations, and the year of the folder's edition if it is archived. */
const readPresent = (url: string, folder: string) =>
  onDatabase({ url, applicationName: 'laurel migrate' }, async ({ pool }) => {
    const missing = await missingMigrations(pool);
    return { missing, archived: missing.length === 0 ? await archivedYearIn(pool, folder) : undefined };
  });

/** What the import would do, in lines. */
const importLines = (difference: Difference | null, folder: string, archived: number | undefined): string[] => {
  if (archived !== undefined) return [`The edition in ${folder} is of ${archived}, which is archived.`];
  if (difference === null) return ['The edition would then be imported. It can be compared after these migrations.'];
  return isEmpty(difference) ? ['The import would change nothing.'] : told(difference);
};

/**
 * `laurel migrate --dry-run`: lists the missing migrations and the changes of the import. While a migration is missing the
 * edition is not compared, because its tables may be missing, too.
 * @throws EditionError if the edition is invalid
 */
export const tryMigration = async (ask: Ask, output: Output): Promise<ExitCode> => {
  const folder = ask.editionDir ?? demoEditionDir;
  const { missing, archived } = await readPresent(ask.migrateUrl, folder);
  const edition = archived === undefined ? await readForImport(folder) : undefined;
  const difference =
    edition && missing.length === 0 ? await differenceTo(ask.migrateUrl, edition, systemClock.now()) : null;
  print(output, ask.json, { dryRun: true, missing, difference, ...(archived === undefined ? {} : { archived }) }, [
    missing.length === 0 ? 'The database is up to date.' : `Would apply: ${missing.join(', ')}.`,
    ...importLines(difference, folder, archived),
    'Nothing was changed (--dry-run).',
  ]);
  return EXIT.ok;
};
