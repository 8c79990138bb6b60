import pg from 'pg';
import type { NomineeChanges, NomineeImport, NomineeName } from './nominees.ts';
import type { Queryable } from './queryable.ts';

/** An edition to import: its nominees, its times, and the files that processes read it from. */
export type EditionImport = NomineeImport & {
  year: number;
  /** Equal for editions with the same content. */
  digest: string;
  /** How many people must agree to what changes the result. */
  approvals: number;
  /** Whether numbers by nominee are hidden from the staff until the announcement. */
  embargo: boolean;
  /** What a vote means, and how it is shown and counted: values by their fields. Two people may have to agree to a change. */
  facts: Readonly<Record<string, string>>;
  files: ReadonlyMap<string, Buffer>;
};

export type ImportOptions = {
  /** Who imports it and why (null: no reason was given), for the audit log. */
  by: { actor: string; reason: string | null };
  /** The clock, which is read once no votes are being written. */
  now(): Date;
  /** Also withdraw nominees that have votes: they can no longer be voted for, and their votes remain. */
  allowWithdraw?: boolean;
  /** The edition that must still be the newest. Any other is refused. */
  expected?: number;
  /** The origin of the edition for the audit log, like `version 3`. */
  source?: string;
  /** The id of the stored draft that is imported. A draft can be published once, and can be proposed to a second person. */
  draft?: number;
  /** Roll the import back after it has run. The outcome or the error is that of a real import. */
  dryRun?: boolean;
};

type Times = { opensAt: Date | null; closesAt: Date | null; announcedAt: Date | null };

export type ImportOutcome = NomineeChanges & {
  /** The edition that is the newest now. */
  id: number;
  /** Whether the import changed anything. */
  changed: boolean;
  /** The times of voting and of the announcement, if one of them changed. */
  times: { before: Times; after: Times } | null;
  /** Nominees that were withdrawn although they have votes. */
  gone: NomineeName[];
};

/**
 * Why an import is refused: somebody else published meanwhile, there is no edition of its year, times are out of order,
 * voting would end in the past, nominees with votes are missing, a change of the vote has no reason, or a second person must agree.
 */
export const IMPORT_RULES = ['changed', 'year', 'order', 'past', 'withdraws', 'reason', 'second_person'] as const;
export type ImportRule = (typeof IMPORT_RULES)[number];

/** A change to which two people agree. */
export type GuardedChange = { field: string; before: string; after: string };

/** An import that is not allowed, or not without a reason or a flag. Nothing was imported. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError';
  readonly rule: ImportRule;
  /** The nominees with votes that are missing. */
  readonly gone: readonly NomineeName[];
  /** The changes to which a second person must agree. */
  readonly changes: readonly GuardedChange[];

  constructor(rule: ImportRule, { gone = [], changes = [], ...about }: About) {
    super(REFUSALS[rule]({ gone, changes, ...about }));
    this.rule = rule;
    this.gone = gone;
    this.changes = changes;
  }
}

type RawTimes = Record<keyof Times, string | null>;
/** The result of publish_edition(). The detail of a refusal, `About`, has some of the same fields. */
type Answer = {
  id: number;
  changed: boolean;
  added: number;
  withdrawn: number;
  restored: number;
  gone: NomineeName[];
  before?: RawTimes;
  after?: RawTimes;
};
type About = Partial<
  Answer & RawTimes & { changes: GuardedChange[]; year: number; current: number; archived: boolean }
>;

const dateOf = (time: string | null | undefined): Date | null => (time ? new Date(time) : null);
const timesOf = ({ opensAt, closesAt, announcedAt }: RawTimes): Times => ({
  opensAt: dateOf(opensAt),
  closesAt: dateOf(closesAt),
  announcedAt: dateOf(announcedAt),
});
const format = (time: string | null | undefined): string => dateOf(time)?.toISOString() ?? 'none';
const nameOf = ({ nomination, niche, company }: NomineeName): string => `${nomination}/${niche}/${company}`;

const movedIn = (before: RawTimes, after: RawTimes): string[] =>
  [
    { what: 'voting opens', was: format(before.opensAt), is: format(after.opensAt) },
    { what: 'voting closes', was: format(before.closesAt), is: format(after.closesAt) },
    { what: 'winners are announced', was: format(before.announcedAt), is: format(after.announcedAt) },
  ].flatMap(({ what, was, is }) => (was === is ? [] : [`${what}: ${was} → ${is}`]));

const MOVED_HINT = 'With "laurel phase show" you see which times an organiser has moved';

const REFUSALS: Record<ImportRule, (about: About) => string> = {
  changed: () => 'somebody else has published an edition meanwhile. Compare again',
  year: ({ year, current, archived }) =>
    archived
      ? `the edition of ${year} is archived, and nothing of it changes any more`
      : `the edition here is that of ${current}, and its votes must not become votes of ${year}. Begin the edition of ${year} in the console, or with "laurel edition create ${year} --from ${current}"`,
  order: ({ opensAt, closesAt, announcedAt }) =>
    opensAt
      ? `voting would close (${format(closesAt)}) before it opens (${format(opensAt)}). ${MOVED_HINT}`
      : `winners would be announced (${format(announcedAt)}) before voting closes (${format(closesAt)}). ${MOVED_HINT}`,
  past: ({ closesAt }) =>
    `voting would have ended in the past (${format(closesAt)}), and votes may have been cast since. End it with "laurel phase set --closes now"`,
  withdraws: ({ gone = [] }) =>
    `nominees that have votes are no longer listed: ${gone.map(nameOf).join(', ')}. List them again, or add --allow-withdraw: their votes stay, and they get no more votes`,
  reason: ({ gone = [], before, after }) => {
    const moved = before && after ? movedIn(before, after) : [];
    const changes = [...moved, ...(gone.length > 0 ? [`withdrawn with votes: ${gone.map(nameOf).join(', ')}`] : [])];
    return `this changes the vote (${changes.join('; ')}). Say why with --reason`;
  },
  second_person: ({ changes = [] }) =>
    `a second person must agree to ${changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`).join('; ')}. Propose it in the console, or import it on the server`,
};

const isRule = (text: string): text is ImportRule => IMPORT_RULES.some((rule) => rule === text);

/** The SQLSTATE of refuse_edition(). */
const REFUSED = 'LA001';

/** A refusal of publish_edition() as an ImportRefusedError; any other error as it is. */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof pg.DatabaseError) || error.code !== REFUSED || !isRule(error.message)) return error;
  const about: About = JSON.parse(error.detail ?? '{}');
  return new ImportRefusedError(error.message, about);
};

const runImport = async (
  client: pg.ClientBase,
  edition: EditionImport,
  options: ImportOptions,
): Promise<ImportOutcome> => {
  const stored = await client.query<{ manifest: unknown }>('SELECT store_edition_files($1) AS manifest', [
    inBase64(edition.files),
  ]);
  // No vote is written from here on; stop_ballots() limits how long. publish_edition() calls it, too, but after the clock was read.
  await client.query('SELECT stop_ballots()');
  // Later than every accepted vote, as the clock counts whole milliseconds.
  const now = new Date(options.now().getTime() + 1);
  const { rows } = await client.query<{ answer: Answer }>(
    'SELECT publish_edition($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) AS answer',
    [
      JSON.stringify(stored.rows[0]?.manifest),
      edition.digest,
      edition.year,
      edition.approvals,
      edition.embargo,
      edition.nominees.map(({ nomination }) => nomination),
      edition.nominees.map(({ niche }) => niche),
      edition.nominees.map(({ company }) => company),
      edition.opensAt,
      edition.closesAt,
      edition.announcedAt,
      options.source ?? null,
      options.expected ?? null,
      options.allowWithdraw ?? false,
      options.by.actor,
      options.by.reason,
      now,
      JSON.stringify(edition.facts),
      options.draft ?? null,
    ],
  );
  const answer = rows[0]?.answer;
  if (!answer) throw new Error('publish_edition() returned nothing');
  if (options.draft !== undefined) {
    const marked = await client.query<{ done: boolean }>('SELECT mark_draft_published($1, $2) AS done', [
      options.draft,
      answer.id,
    ]);
    if (!marked.rows[0]?.done) throw new ImportRefusedError('changed', {});
  }
  const { before, after, ...changes } = answer;
  return { ...changes, times: before && after ? { before: timesOf(before), after: timesOf(after) } : null };
};

/**
 * Imports nominees, times and files as the newest version of the edition of their year, in one transaction with an entry in the audit log. It waits
 * for votes that are being written and blocks new ones until it is done, so no vote is accepted after an end that it
 * moves. Importing the same edition again changes nothing. The database's publish_edition() has the rules.
 * @param connection the owner's connection string, or a client of the owner or the console, not in a transaction
 * @throws ImportRefusedError with the broken rule of IMPORT_RULES
 */
export const importEdition = async (
  connection: string | pg.ClientBase,
  edition: EditionImport,
  options: ImportOptions,
): Promise<ImportOutcome> => {
  if (typeof connection === 'string') {
    const client = new pg.Client({ connectionString: connection, connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await importEdition(client, edition, options);
    } finally {
      await client.end();
    }
  }
  await connection.query('BEGIN');
  try {
    const outcome = await runImport(connection, edition, options);
    await connection.query(options.dryRun ? 'ROLLBACK' : 'COMMIT');
    return outcome;
  } catch (error) {
    // On a broken connection the rollback fails too; the first error is the one to report.
    await connection.query('ROLLBACK').catch(() => undefined);
    throw refusalOf(error);
  }
};

/** An imported edition. */
export type StoredEdition = {
  id: number;
  importedAt: Date;
  /** Who published it and why; null where that is not known, or no reason was needed. */
  importedBy: string | null;
  reason: string | null;
  digest: string;
  files: ReadonlyMap<string, Buffer>;
};

/** The id of the newest version of the edition of a year, or undefined before the first import. */
export const newestEditionId = async (pool: Queryable, year: number): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number | null }>('SELECT max(id) AS id FROM all_editions WHERE year = $1', [
    year,
  ]);
  return rows[0]?.id ?? undefined;
};

/** Files by their path in JSON, as store_edition_files() takes them. */
export const inBase64 = (files: ReadonlyMap<string, Buffer>): string =>
  JSON.stringify(Object.fromEntries([...files].map(([file, content]) => [file, content.toString('base64')])));

/** Files by their path, from base64 as the database returns them. */
export const filesFrom = (contents: Readonly<Record<string, string>>): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(contents).map(([file, content]) => [file, Buffer.from(content, 'base64')]));

// A version that an earlier release published may have its files in its row.
const STORED = `SELECT id, imported_at AS "importedAt", imported_by AS "importedBy", reason, digest,
    CASE WHEN files = '{}' AND manifest IS NOT NULL THEN edition_contents(manifest) ELSE files END AS files FROM`;

type StoredRow = Omit<StoredEdition, 'files'> & { files: Record<string, string> };
const storedOf = (row: StoredRow | undefined): StoredEdition | undefined =>
  row && { ...row, files: filesFrom(row.files) };

/** The newest edition, or undefined before the first import. */
export const readEdition = async (pool: Queryable): Promise<StoredEdition | undefined> =>
  storedOf((await pool.query<StoredRow>(`${STORED} editions ORDER BY id DESC LIMIT 1`)).rows[0]);

/** A version of any edition by its id, or undefined. */
export const readVersion = async (pool: Queryable, id: number): Promise<StoredEdition | undefined> =>
  storedOf((await pool.query<StoredRow>(`${STORED} all_editions WHERE id = $1`, [id])).rows[0]);
