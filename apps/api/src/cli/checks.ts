import { demoEditionDir } from '@laurel/catalog/demo-edition';
import { inspectEdition, loadPublishedEdition } from '@laurel/catalog/load-edition';
import { nomineeKeys } from '@laurel/catalog/nominee-keys';
import { formatProblem } from '@laurel/catalog/problem';
import { votingEndsAt } from '@laurel/contracts/phase';
import type { Db } from '@laurel/database/client';
import { readEdition } from '@laurel/database/editions';
import { compareFunctions, readFunctions } from '@laurel/database/functions';
import { checkGuards, compareTallies } from '@laurel/database/guards';
import { readApplied, readMigrations } from '@laurel/database/migrations';
import { planImport, readNominees } from '@laurel/database/nominees';
import { defaultFunctionsDir, defaultMigrationsDir } from '@laurel/database/paths';
import type { Queryable } from '@laurel/database/queryable';
import type pg from 'pg';
import { bad, type Finding, good } from '../checks/finding.ts';
import { clockFinding, guardsFinding, queueFinding, someOf } from '../checks/running.ts';
import { shownTime } from '../checks/shown-time.ts';
import { createKeyring } from '../crypto/keyring.ts';
import { stateOfFiles } from '../features/edition/store.ts';
import { clockSkewMs, countJobs } from '../features/operations/store.ts';
import { effectiveTimes } from '../features/phases/policy.ts';
import { readMoved } from '../features/phases/store.ts';
import { categoriesOf, differenceText } from './difference.ts';
import { hidesNumbers } from './embargo.ts';

export const checkEditionFiles = async (directory: string | undefined): Promise<Finding> => {
  const place = directory ?? demoEditionDir;
  const { edition, problems } = await inspectEdition(place);
  if (!edition) {
    return bad(someOf(problems.map(formatProblem)), `Correct these lines; "laurel edition check ${place}" names all.`);
  }
  const { year, nominations } = edition;
  return good(`${year}, ${nominations.length} nominations${directory === undefined ? ', the demo edition' : ''}`);
};

export const checkDatabase = async (pool: pg.Pool): Promise<Finding> => {
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  return good(`PostgreSQL ${rows[0]?.version}`);
};

/** The migrations of this release and of the database. Names are in order; `functions` stands for the texts of functions. */
const compareSchema = async (pool: pg.Pool, dir: string) => {
  const migrations = readMigrations(dir);
  const applied = new Map((await readApplied(pool)).map((each) => [each.name, each]));
  const { changed, newer } = await compareFunctions(pool, readFunctions(defaultFunctionsDir()));
  const missing = migrations.map(({ name }) => name).filter((name) => !applied.get(name)?.finished);
  const unknown = [...applied.keys()].filter((name) => !migrations.some((each) => each.name === name));
  return {
    migrations,
    applied,
    missing: [...missing, ...(changed.length > 0 ? ['functions'] : [])],
    unknown: [...unknown, ...(newer ? ['functions'] : [])],
  };
};

/** The names of the migrations that the database lacks, in order, and `functions` if it lacks the present text of some. */
export const missingMigrations = async (pool: pg.Pool): Promise<string[]> =>
  (await compareSchema(pool, defaultMigrationsDir())).missing;

/** Checks that the database has the schema of this release. */
export const checkMigrations = async (pool: pg.Pool, dir = defaultMigrationsDir()): Promise<Finding> => {
  const { migrations, applied, missing, unknown } = await compareSchema(pool, dir);
  const edited = migrations.filter(({ name, checksum }) => (applied.get(name)?.checksum ?? checksum) !== checksum);
  if (edited.length > 0) {
    return bad(
      `${someOf(edited.map(({ name }) => name))}: applied with a different text`,
      'Use the release that the database was migrated with, or a newer one.',
    );
  }
  if (missing.length > 0) return bad(`not applied: ${someOf(missing)}`, 'Run "laurel migrate".');
  if (unknown.length > 0) {
    return bad(`not known here: ${someOf(unknown)}`, 'The database is newer than this Laurel: use the newer release.');
  }
  return good(`${migrations.length} applied`);
};

/** Checks that DATA_KEY, or a previous key, decrypts the database's secrets. */
export const checkKeys = async (db: Db, dataKey: Buffer, previous: readonly Buffer[]): Promise<Finding> => {
  const row = await db.sealedKey.findFirst({ select: { sealed: true } });
  if (!row) return good('nothing is sealed yet');
  try {
    createKeyring(dataKey, previous).open('sealed-key', row.sealed);
    return good('DATA_KEY opens what is sealed');
  } catch {
    return bad(
      'the secrets in the database were sealed with another DATA_KEY',
      'Set DATA_KEY to the key of this database, or add that key to DATA_KEY_PREVIOUS.',
    );
  }
};

/** Checks that the served edition is the one in the folder. `checkEditionFiles` checks the files themselves. */
export const checkServedEdition = async (pool: Queryable, directory: string | undefined): Promise<Finding> => {
  const folder = directory ?? demoEditionDir;
  const stored = await readEdition(pool);
  if (!stored) return bad('no edition was imported', 'Run "laurel migrate".');
  const since = `the edition imported at ${shownTime(stored.importedAt)} is served`;
  const edition = await loadPublishedEdition(stored.files);
  const state = await stateOfFiles(pool, folder, { edition, importedBy: stored.importedBy });
  if (state === 'served') return good(since);
  if (state === 'archived') return good(`${since}; the one in ${folder} is archived`);
  if (state === 'bad') return good(`${since}, because the files are not in order`);
  if (state === 'console') return good(`${since}, by ${stored.importedBy}, not the one in ${folder}`);
  return bad(
    `${since}, not the one in ${folder}`,
    `See "laurel edition diff ${folder}", then run "laurel edition import ${folder}".`,
  );
};

export const checkNominees = async ({ pool }: { pool: pg.Pool }): Promise<Finding> => {
  const stored = await readEdition(pool);
  if (!stored) return bad('no edition was imported', 'Run "laurel migrate".');
  const edition = await loadPublishedEdition(stored.files);
  const keyOf = (each: { nomination: string; niche: string; company: string }): string =>
    `${each.nomination}/${each.niche}/${each.company}`;
  const imported = new Set((await readNominees(pool)).map(keyOf));
  const missing = nomineeKeys(edition)
    .map(keyOf)
    .filter((key) => !imported.delete(key));
  if (missing.length > 0) return bad(`never imported: ${someOf(missing)}`, 'Run "laurel migrate".');
  if (imported.size > 0) return bad(`not in the edition: ${someOf([...imported])}`, 'Run "laurel migrate".');
  const moved = await readMoved(pool);
  const wanted = effectiveTimes(edition.phases, moved);
  const closesAt = votingEndsAt(wanted);
  const times = (await planImport(pool, [])).times;
  const isOther = (one: Date | null, other: Date | null) => one?.getTime() !== other?.getTime();
  if (times.some((stored) => isOther(stored.opensAt, wanted.votingOpensAt) || isOther(stored.closesAt, closesAt))) {
    return bad(
      'voting opens or closes at another time than the edition and the organisers say',
      `Run "laurel migrate --reason '…'", which sets these times again.`,
    );
  }
  if (closesAt && wanted.votingOpensAt && wanted.votingOpensAt >= closesAt) {
    return bad(
      'with what organisers moved and what the files say, voting would end before it opens',
      'See "laurel phase show"; "laurel phase set --clear" gives all back to the files.',
    );
  }
  const names = Object.keys(moved);
  return good(`the edition is imported${names.length > 0 ? `; organisers moved: ${names.join(', ')}` : ''}`);
};

export const checkBallotGuards = async (pool: pg.Pool): Promise<Finding> => guardsFinding(await checkGuards(pool));

/**
 * Compares every tally with its votes. Under an embargo the finding names only categories, because people keep the
 * report.
 */
export const checkTallies = async (pool: pg.Pool, now: Date): Promise<Finding> => {
  const differences = await compareTallies(pool);
  if (differences.length === 0) return good('equal to the votes');
  const named = (await hidesNumbers(pool, now))
    ? (await categoriesOf(pool, differences)).map((category) => `${category}: the votes differ from their tallies`)
    : differences.map(differenceText);
  return bad(
    someOf(named),
    'Rows were changed outside of the ballot box. The votes are authoritative: keep this report and leave the database as it is, and find out who.',
  );
};

export const checkClock = async (pool: pg.Pool, now: () => Date): Promise<Finding> =>
  clockFinding(await clockSkewMs(pool, now));

export const checkQueue = async (pool: pg.Pool, now: Date): Promise<Finding> =>
  queueFinding(await countJobs(pool, now));
