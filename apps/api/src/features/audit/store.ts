import type { Queryable } from '@laurel/database/queryable';

export type AuditFilter = {
  person?: string | undefined;
  /** An action such as `user.unlock`; or its first part with the dot, for a group of actions. */
  action?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
};

export type AuditRow = {
  /** A bigint as a decimal string. */
  id: string;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  reason: string | null;
  detail: Record<string, unknown>;
};

/** A page of a list: the id of the last entry of the page before, the order, and the number of entries. */
export type Page = { after: string | undefined; newestFirst: boolean; limit: number };

const conditionsOf = ({ person, action, from, until }: AuditFilter, values: unknown[]): string[] => [
  ...(person === undefined ? [] : [`person_of(actor) = person_of($${values.push(person)})`]),
  ...(action === undefined
    ? []
    : [
        action.endsWith('.')
          ? `split_part(action, '.', 1) = $${values.push(action.slice(0, -1))}`
          : `action = $${values.push(action)}`,
      ]),
  ...(from === undefined ? [] : [`at >= $${values.push(from)}`]),
  ...(until === undefined ? [] : [`at < $${values.push(until)}`]),
];

/**
 * A page of the audit log in the order of ids, which is the order of time. The filters for people and actions have
 * indexes in this order.
 */
export const findEntries = async (
  db: Queryable,
  filter: AuditFilter,
  { after, newestFirst, limit }: Page,
): Promise<AuditRow[]> => {
  const values: unknown[] = [limit];
  const conditions = conditionsOf(filter, values);
  if (after !== undefined) conditions.push(`id ${newestFirst ? '<' : '>'} $${values.push(after)}::bigint`);
  const { rows } = await db.query<AuditRow>(
    `SELECT id::text, at, actor, action, subject, reason, detail FROM audit_log
      ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
      ORDER BY audit_log.id ${newestFirst ? 'DESC' : ''} LIMIT $1`,
    values,
  );
  return rows;
};

/** Selects each value of an indexed expression once. It makes one index look-up for each value, not for each entry. */
const distinct = (expression: string): string => `
  WITH RECURSIVE found AS (
    (SELECT ${expression} AS name FROM audit_entries ORDER BY ${expression} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${expression} FROM audit_entries WHERE ${expression} > found.name ORDER BY ${expression} LIMIT 1)
      FROM found WHERE found.name IS NOT NULL)
  SELECT name FROM found WHERE name IS NOT NULL`;

/** The people and the actions that occur in the log. A person's name has the spelling of the newest entry. */
export const readNames = async (db: Queryable): Promise<{ people: string[]; actions: string[] }> => {
  const people = await db.query<{ name: string }>(
    `SELECT (SELECT regexp_replace(actor, ' \\(console\\)$', '') FROM audit_entries
              WHERE person_of(actor) = p.name ORDER BY audit_entries.id DESC LIMIT 1) AS name
       FROM (${distinct('person_of(actor)')}) p`,
  );
  const actions = await db.query<{ name: string }>(distinct('action'));
  return { people: people.rows.map(({ name }) => name), actions: actions.rows.map(({ name }) => name) };
};

/** Records an export in the log. */
export const recordExport = async (
  db: Queryable,
  { actor, reason, detail }: { actor: string; reason: string; detail: Readonly<Record<string, string>> },
  now: Date,
): Promise<void> => {
  await db.query('SELECT record_audit_export($1, $2, $3, $4)', [actor, reason, JSON.stringify(detail), now]);
};
