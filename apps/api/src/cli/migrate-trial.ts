import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { createDatabase } from '@laurel/database/client';
import { systemClock } from '../clock.ts';
import { archivedYearIn } from '../features/edition/store.ts';
import { readForImport } from '../wiring/database.ts';
import { missingMigrations } from './checks.ts';
import { differenceTo, isEmpty, told } from './edition-plan.ts';
import { EXIT, type ExitCode, json, type Output } from './output.ts';

type Ask = { migrateUrl: string; editionDir: string | undefined; json: boolean };

/** The missing migrations, and the year of the folder's edition if it is archived. */
const readPresent = async (
  url: string,
  folder: string,
): Promise<{ missing: string[]; archived: number | undefined }> => {
  const { pool, close } = createDatabase({ url, maxConnections: 1, applicationName: 'laurel migrate' });
  try {
    const missing = await missingMigrations(pool);
    return { missing, archived: missing.length === 0 ? await archivedYearIn(pool, folder) : undefined };
  } finally {
    await close();
  }
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
  if (ask.json) {
    output.line(json({ dryRun: true, missing, difference, ...(archived === undefined ? {} : { archived }) }));
    return EXIT.ok;
  }
  output.line(missing.length === 0 ? 'The database is up to date.' : `Would apply: ${missing.join(', ')}.`);
  if (archived !== undefined) output.line(`The edition in ${folder} is of ${archived}, which is archived.`);
  else if (difference === null)
    output.line('The edition would then be imported. It can be compared after these migrations.');
  else if (isEmpty(difference)) output.line('The import would change nothing.');
  else for (const line of told(difference)) output.line(line);
  output.line('Nothing was changed (--dry-run).');
  return EXIT.ok;
};
