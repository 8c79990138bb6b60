import pg from 'pg';
import { applyNominees, type NomineeChanges, type NomineeImport, type VotedNominee } from './nominees.ts';

/** An edition to import: its nominees, its times, and the files that processes read it from. */
export type EditionImport = NomineeImport & {
  year: number;
  /** Equal for editions with the same content. */
  digest: string;
  files: ReadonlyMap<string, Buffer>;
};

export type ImportOptions = {
  /** Who imports it and why (null: no reason was given), for the audit log. */
  by: { actor: string; reason: string | null };
  /** The clock, which is read once no votes are being written. */
  now(): Date;
  /** Also withdraw nominees that have votes: they can no longer be voted for, and their votes remain. */
  allowWithdraw?: boolean;
  /** Roll the import back after it has run. The outcome or the error is that of a real import. */
  dryRun?: boolean;
};

type Times = { opensAt: Date | null; closesAt: Date | null; announcedAt: Date | null };

export type ImportOutcome = NomineeChanges & {
  /** Whether the import changed anything. */
  changed: boolean;
  /** The times of voting and of the announcement, if one of them changed. */
  times: { before: Times; after: Times } | null;
  /** Nominees that were withdrawn although they have votes. */
  gone: VotedNominee[];
};

/** An import that is not allowed, or not without a reason or a flag. Nothing was imported. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError';
}

const format = (moment: Date | null): string => moment?.toISOString() ?? 'none';
const nameOf = ({ nomination, niche, company, votes }: VotedNominee): string =>
  `${nomination}/${niche}/${company} (${votes})`;

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
const movedIn = (before: Times, after: Times): string[] =>
  [
    { what: 'voting opens', was: before.opensAt, is: after.opensAt },
    { what: 'voting closes', was: before.closesAt, is: after.closesAt },
    { what: 'winners are announced', was: before.announcedAt, is: after.announcedAt },
  ].flatMap(({ what, was, is }) => (isSame(was, is) ? [] : [`${what}: ${format(was)} → ${format(is)}`]));

const CATEGORY_TIMES = `SELECT DISTINCT opens_at AS "opensAt", closes_at AS "closesAt" FROM categories`;

/** The current times, one entry for each distinct pair among the categories; empty before the first import. */
const readTimes = async (client: pg.ClientBase, announcedInFiles: Date | null): Promise<Times[]> => {
  const { rows } = await client.query<Omit<Times, 'announcedAt'>>(CATEGORY_TIMES);
  const moved = await client.query<{ at: Date | null }>(`SELECT at FROM phase_times WHERE boundary = 'announced'`);
  const announcedAt = moved.rows[0] ? moved.rows[0].at : announcedInFiles;
  return rows.map((row) => ({ ...row, announcedAt }));
};

/** @throws ImportRefusedError for times that no import may set */
const requireValidTimes = ({ opensAt, closesAt, announcedAt }: Times, before: Times | undefined, now: Date): void => {
  const hint = 'With "laurel phase show" you see which moments an organiser has moved';
  if (opensAt && closesAt && opensAt >= closesAt) {
    throw new ImportRefusedError(
      `voting would close (${format(closesAt)}) before it opens (${format(opensAt)}). ${hint}`,
    );
  }
  if (closesAt && announcedAt && closesAt > announcedAt) {
    throw new ImportRefusedError(
      `winners would be announced (${format(announcedAt)}) before voting closes (${format(closesAt)}). ${hint}`,
    );
  }
  // Votes were accepted by the old times until now.
  if (before && closesAt && closesAt <= now && !isSame(before.closesAt, closesAt)) {
    throw new ImportRefusedError(
      `voting would have ended in the past (${format(closesAt)}), and votes may have been cast since. End it with "laurel phase set --closes now"`,
    );
  }
};

/** @throws ImportRefusedError if votes would be lost, or a change of the vote has no reason */
const requireReason = (gone: readonly VotedNominee[], moved: readonly string[], options: ImportOptions): void => {
  const names = gone.map(nameOf).join(', ');
  if (gone.length > 0 && !options.allowWithdraw) {
    throw new ImportRefusedError(
      `nominees that have votes are no longer listed: ${names}. List them again, or add --allow-withdraw: their votes stay, and they get no more votes`,
    );
  }
  if (options.by.reason !== null || gone.length + moved.length === 0) return;
  const changes = [...moved, ...(gone.length > 0 ? [`withdrawn with votes: ${names}`] : [])];
  throw new ImportRefusedError(`this changes the vote (${changes.join('; ')}). Say why with --reason`);
};

const NEWEST = 'SELECT digest, announced_at AS "announcedAt" FROM editions ORDER BY id DESC LIMIT 1';

const runImport = async (
  client: pg.ClientBase,
  edition: EditionImport,
  options: ImportOptions,
): Promise<ImportOutcome> => {
  // No vote is written from here on, so an importer that hangs must give up before voters notice.
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
  await client.query('SELECT stop_ballots()');
  // Later than every accepted vote, as the clock counts whole milliseconds.
  const now = new Date(options.now().getTime() + 1);
  const newest = (await client.query<{ digest: string; announcedAt: Date | null }>(NEWEST)).rows[0];
  const timesBefore = await readTimes(client, newest ? newest.announcedAt : edition.announcedAt);
  const { gone, ...changes } = await applyNominees(client, edition.nominees, now);
  await client.query('SELECT apply_phase_times($1, $2, $3)', [edition.opensAt, edition.closesAt, edition.announcedAt]);
  const [after] = await readTimes(client, edition.announcedAt);
  const before = timesBefore.find((each) => after && movedIn(each, after).length > 0);
  if (after) requireValidTimes(after, before, now);
  const moved = before && after ? movedIn(before, after) : [];
  requireReason(gone, moved, options);

  const isOther = newest?.digest !== edition.digest;
  const { added, withdrawn, restored } = changes;
  const changed = isOther || moved.length > 0 || added + withdrawn + restored > 0;
  if (changed) {
    const contents = [...edition.files].map(([file, content]) => [file, content.toString('base64')]);
    await client.query('INSERT INTO editions (imported_at, announced_at, digest, files) VALUES ($1, $2, $3, $4)', [
      now,
      edition.announcedAt,
      edition.digest,
      JSON.stringify(Object.fromEntries(contents)),
    ]);
    const detail = {
      ...changes,
      ...(gone.length > 0 ? { votesWithdrawn: gone.reduce((sum, { votes }) => sum + votes, 0) } : {}),
      ...(before && after && moved.length > 0
        ? {
            opensBefore: format(before.opensAt),
            opens: format(after.opensAt),
            closesBefore: format(before.closesAt),
            closes: format(after.closesAt),
            announcedBefore: format(before.announcedAt),
            announced: format(after.announcedAt),
          }
        : {}),
      digest: edition.digest,
    };
    await client.query(
      `INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
       VALUES ($1, $2, 'edition.import', $3, $4, $5)`,
      [now, options.by.actor, String(edition.year), options.by.reason, JSON.stringify(detail)],
    );
  }
  return { ...changes, changed, gone, times: before && after ? { before, after } : null };
};

/**
 * Imports nominees, times and files as the current edition, in one transaction with an entry in the audit log. It waits
 * for votes that are being written and blocks new ones until it is done, so no vote is accepted after an end that it
 * moves. Importing the same edition again changes nothing.
 * @param owner the owner's connection string, or a client connected as the owner and not in a transaction
 * @throws ImportRefusedError if nominees with votes are no longer listed (unless `allowWithdraw`), if that or a change of
 *   times has no reason, and if voting would end in the past
 */
export const importEdition = async (
  owner: string | pg.ClientBase,
  edition: EditionImport,
  options: ImportOptions,
): Promise<ImportOutcome> => {
  if (typeof owner === 'string') {
    const client = new pg.Client({ connectionString: owner, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await importEdition(client, edition, options);
    } finally {
      await client.end();
    }
  }
  await owner.query('BEGIN');
  try {
    const outcome = await runImport(owner, edition, options);
    await owner.query(options.dryRun ? 'ROLLBACK' : 'COMMIT');
    return outcome;
  } catch (error) {
    // On a broken connection the rollback fails too; the first error is the one to report.
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

/** An imported edition. */
export type StoredEdition = { id: number; importedAt: Date; digest: string; files: ReadonlyMap<string, Buffer> };

/** The id of the newest edition, or undefined before the first import. */
export const newestEditionId = async (pool: pg.Pool): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number | null }>('SELECT max(id) AS id FROM editions');
  return rows[0]?.id ?? undefined;
};

/** The newest edition, or undefined before the first import. */
export const readEdition = async (pool: pg.Pool): Promise<StoredEdition | undefined> => {
  const { rows } = await pool.query<Omit<StoredEdition, 'files'> & { files: Record<string, string> }>(
    'SELECT id, imported_at AS "importedAt", digest, files FROM editions ORDER BY id DESC LIMIT 1',
  );
  const [row] = rows;
  if (!row) return undefined;
  const files = Object.entries(row.files).map(([file, content]) => [file, Buffer.from(content, 'base64')] as const);
  return { ...row, files: new Map(files) };
};
