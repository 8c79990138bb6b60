import pg from 'pg';
import { applyNominees, type NomineeChanges, type NomineeImport, type VotedNominee } from './nominees.ts';

/** An edition as it is imported: its nominees, its times, and the files that processes read it from. */
export type EditionImport = NomineeImport & {
  year: number;
  /** Equal where two editions say the same. */
  digest: string;
  files: ReadonlyMap<string, Buffer>;
};

export type ImportOptions = {
  /** Who imports it, and why (null: no reason was given), for the audit log. */
  by: { actor: string; reason: string | null };
  /** The clock: it is read once voting stands still. */
  now(): Date;
  /** Withdraw nominees that have votes, too: they can't be voted for any more, their votes stay. */
  allowWithdraw?: boolean;
  /** Do all of it, then take it back: the outcome, or the refusal, is that of a real import. */
  dryRun?: boolean;
};

type Times = { opensAt: Date | null; closesAt: Date | null; announcedAt: Date | null };

export type ImportOutcome = NomineeChanges & {
  /** Whether anything is not as it was before. */
  changed: boolean;
  /** The moments by which votes are judged and winners announced, where one of them moved. */
  times: { before: Times; after: Times } | null;
  /** Nominees that were withdrawn although they have votes. */
  gone: VotedNominee[];
};

/** An import that can't be, or not without another word. Nothing was imported. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError';
}

const said = (moment: Date | null): string => moment?.toISOString() ?? 'none';
const nameOf = ({ nomination, niche, company, votes }: VotedNominee): string =>
  `${nomination}/${niche}/${company} (${votes})`;

const isSame = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
const movedIn = (before: Times, after: Times): string[] =>
  [
    { what: 'voting opens', was: before.opensAt, is: after.opensAt },
    { what: 'voting closes', was: before.closesAt, is: after.closesAt },
    { what: 'winners are announced', was: before.announcedAt, is: after.announcedAt },
  ].flatMap(({ what, was, is }) => (isSame(was, is) ? [] : [`${what}: ${said(was)} → ${said(is)}`]));

const CATEGORY_TIMES = `SELECT DISTINCT opens_at AS "opensAt", closes_at AS "closesAt" FROM categories`;

/** The moments that hold now, one for each way in which categories differ; none before the first import. */
const readTimes = async (client: pg.ClientBase, announcedInFiles: Date | null): Promise<Times[]> => {
  const { rows } = await client.query<Omit<Times, 'announcedAt'>>(CATEGORY_TIMES);
  const moved = await client.query<{ at: Date | null }>(`SELECT at FROM phase_times WHERE boundary = 'announced'`);
  const announcedAt = moved.rows[0] ? moved.rows[0].at : announcedInFiles;
  return rows.map((row) => ({ ...row, announcedAt }));
};

/** @throws ImportRefusedError for moments that no import may set */
const demandTimes = ({ opensAt, closesAt, announcedAt }: Times, before: Times | undefined, now: Date): void => {
  const hint = 'With "laurel phase show" you see which moments an organiser has moved';
  if (opensAt && closesAt && opensAt >= closesAt) {
    throw new ImportRefusedError(`voting would close (${said(closesAt)}) before it opens (${said(opensAt)}). ${hint}`);
  }
  if (closesAt && announcedAt && closesAt > announcedAt) {
    throw new ImportRefusedError(
      `winners would be announced (${said(announcedAt)}) before voting closes (${said(closesAt)}). ${hint}`,
    );
  }
  // Votes were taken by the old times until now.
  if (before && closesAt && closesAt <= now && !isSame(before.closesAt, closesAt)) {
    throw new ImportRefusedError(
      `voting would have ended in the past (${said(closesAt)}), and votes may have been cast since. End it with "laurel phase set --closes now"`,
    );
  }
};

/** @throws ImportRefusedError where votes would be lost, or a change of the vote has no reason */
const demandWords = (gone: readonly VotedNominee[], moved: readonly string[], options: ImportOptions): void => {
  const names = gone.map(nameOf).join(', ');
  if (gone.length > 0 && !options.allowWithdraw) {
    throw new ImportRefusedError(
      `nominees that have votes are no longer listed: ${names}. List them again, or add --allow-withdraw: their votes stay, and nobody can vote for them any more`,
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
  // Voting stands still from here on: an importer that hangs gives up before voters notice.
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '10s'`);
  await client.query('SELECT stop_ballots()');
  // Later than each vote that was accepted, by a clock that counts in whole milliseconds.
  const now = new Date(options.now().getTime() + 1);
  const newest = (await client.query<{ digest: string; announcedAt: Date | null }>(NEWEST)).rows[0];
  const timesBefore = await readTimes(client, newest ? newest.announcedAt : edition.announcedAt);
  const { gone, ...changes } = await applyNominees(client, edition.nominees, now);
  await client.query('SELECT apply_phase_times($1, $2, $3)', [edition.opensAt, edition.closesAt, edition.announcedAt]);
  const [after] = await readTimes(client, edition.announcedAt);
  const before = timesBefore.find((each) => after && movedIn(each, after).length > 0);
  if (after) demandTimes(after, before, now);
  const moved = before && after ? movedIn(before, after) : [];
  demandWords(gone, moved, options);

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
            opensBefore: said(before.opensAt),
            opens: said(after.opensAt),
            closesBefore: said(before.closesAt),
            closes: said(after.closesAt),
            announcedBefore: said(before.announcedAt),
            announced: said(after.announcedAt),
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
 * Makes an edition the one that is served and voted by: nominees, times and files, in one transaction with its entry in
 * the audit log. It waits for the votes that are being written and lets none begin until it is done, so that no vote
 * lands behind an end that it moves. Running it again changes nothing.
 * @param owner the owner's connection string, or a client connected as the owner and not in a transaction
 * @throws ImportRefusedError where nominees with votes are no longer listed (unless `allowWithdraw`), where that or other
 *   times have no reason, and where voting would end in the past
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
    // On a connection that was cut it fails too, and what cut it is what has to be told.
    await owner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};

/** An edition that was imported. */
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
