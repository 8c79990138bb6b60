import {
  type MessageKind,
  type MessageSet,
  type MessageState,
  WITHOUT_ACCOUNT,
} from '@laurel/contracts/console/calls/messages';
import type { CostTotal } from '@laurel/contracts/console/calls/tonight';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

export type Filter = {
  /** With the time since when given up messages need somebody. */
  set?: { set: MessageSet; since: Date } | undefined;
  state?: MessageState | undefined;
  kind?: MessageKind | undefined;
  country?: string | undefined;
  provider?: string | undefined;
  account?: string | undefined;
  /** The messages to any of these accounts. */
  accounts?: readonly string[] | undefined;
};
/** The last message of a page, after which the next page begins. */
export type Position = { at: Date; id: string };

export type MessageRow = {
  id: string;
  accountId: string | null;
  kind: MessageKind;
  purpose: string;
  country: string | null;
  provider: string;
  state: MessageState;
  tries: number;
  problem: string | null;
  givenUp: 'refused' | 'tries' | 'outdated' | null;
  costMicros: number | null;
  currency: string | null;
  createdAt: Date;
  changedAt: Date;
  /** Whether the message has no code. Messages with codes expire. */
  isNotice: boolean;
  email: string | null;
  phone: string | null;
};

const FILTERS = [
  ['state', 'm.state'],
  ['kind', 'm.kind'],
  ['country', 'm.calling_code'],
  ['provider', 'm.provider'],
  ['account', 'm.account_id'],
] as const;

/** Leaves out mails to nobody, which are never sent. */
const TO_SOMEBODY = `(m.account_id IS NOT NULL OR m.purpose IN (${WITHOUT_ACCOUNT.map((purpose) => `'${purpose}'`).join(', ')}))`;

/** The messages of a set, each part by its index. The lists and the counts of the navigation and of Tonight read these. */
const sourceOf = (set: MessageSet | undefined, since: string): string => {
  if (set === 'waiting') return `(SELECT * FROM messages WHERE state IN ('queued', 'failed'))`;
  if (set === undefined) return 'messages';
  return `(SELECT * FROM messages WHERE state = 'failed'
           UNION ALL SELECT * FROM messages WHERE gave_up_at >= ${since} AND tries > 0)`;
};

/** A page of messages, the newest first. The filters for state, country and provider have indexes in this order. */
export const findMessages = async (
  db: Queryable,
  filter: Filter,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<MessageRow[]> => {
  const values: unknown[] = [limit];
  const since = filter.set?.set === 'troubled' ? `$${values.push(filter.set.since)}` : '';
  const conditions = [
    TO_SOMEBODY,
    ...FILTERS.flatMap(([name, column]) => {
      const value = filter[name];
      return value === undefined ? [] : [`${column} = $${values.push(value)}`];
    }),
  ];
  if (filter.accounts) conditions.push(`m.account_id = ANY($${values.push(filter.accounts)}::uuid[])`);
  if (after) conditions.push(`(m.created_at, m.id) < ($${values.push(after.at)}, $${values.push(after.id)}::uuid)`);
  const { rows } = await db.query<MessageRow>(
    `SELECT m.id, m.account_id AS "accountId", m.kind, m.purpose, m.calling_code AS country, m.provider, m.state, m.tries, m.problem,
            m.given_up_why AS "givenUp", m.cost_micros::float8 AS "costMicros", m.currency, m.created_at AS "createdAt",
            coalesce(m.sent_at, m.gave_up_at, m.tried_at, m.created_at) AS "changedAt",
            m.purpose NOT IN ('email_code', 'password_code', 'phone_code') AS "isNotice", a.email, a.phone_number AS phone
       FROM (SELECT m.* FROM ${sourceOf(filter.set?.set, since)} m WHERE ${conditions.join(' AND ')}
              ORDER BY m.created_at DESC, m.id DESC LIMIT $1) m
       LEFT JOIN accounts a ON a.id = m.account_id
      ORDER BY m.created_at DESC, m.id DESC`,
    values,
  );
  return rows;
};

export type TotalRow = {
  kind: MessageKind;
  country: string;
  provider: string;
  sent: number;
  failed: number;
} & CostTotal;

/** The messages since a time, one by one, in the columns of `message_totals`. record_activity() sums up the same. */
const SINGLE = `(
  SELECT sent_at AS hour, kind, coalesce(calling_code, '') AS calling_code, provider, coalesce(currency, '') AS currency,
         1 AS sent, 0 AS failed, coalesce(cost_micros, 0) AS cost_micros FROM messages WHERE sent_at >= $1
  UNION ALL
  SELECT gave_up_at, kind, coalesce(calling_code, ''), provider, '', 0, 1, 0 FROM messages WHERE gave_up_at >= $1 AND tries > 0)`;

/**
 * The numbers of sent and failed messages since a time, and their costs, by country, provider and currency.
 * @param single counts single messages instead of whole hours
 */
export const readTotals = async (db: Queryable, since: Date | null, single: boolean): Promise<TotalRow[]> =>
  (
    await db.query<TotalRow>(
      `SELECT kind, calling_code AS country, provider, currency, sum(sent)::float8 AS sent, sum(failed)::float8 AS failed,
              sum(cost_micros)::float8 AS micros
         FROM ${single ? SINGLE : 'message_totals'} totals WHERE $1::timestamptz IS NULL OR hour >= $1
        GROUP BY kind, calling_code, provider, currency
        ORDER BY kind DESC, sum(sum(sent)) OVER (PARTITION BY kind, calling_code, provider) DESC, calling_code, provider, currency`,
      [since],
    )
  ).rows;

/** How many messages of each kind wait for their first or next try, and how many of these failed before. */
export type Waiting = Record<'waiting' | 'failing', Record<MessageKind, number>>;

export const countWaiting = async (db: Queryable): Promise<Waiting> => {
  const { rows } = await db.query<{ kind: MessageKind; waiting: number; failing: number }>(
    `SELECT m.kind, count(*)::float8 AS waiting, count(*) FILTER (WHERE m.state = 'failed')::float8 AS failing
       FROM ${sourceOf('waiting', '')} m WHERE ${TO_SOMEBODY} GROUP BY m.kind`,
  );
  const of = (kind: MessageKind) => rows.find((row) => row.kind === kind);
  const each = (count: 'waiting' | 'failing') => ({ mail: of('mail')?.[count] ?? 0, sms: of('sms')?.[count] ?? 0 });
  return { waiting: each('waiting'), failing: each('failing') };
};

/**
 * The number of messages that failed and need somebody: those that will be tried again, and those that were given up
 * since a time after at least one try.
 */
export const countTroubled = async (db: Queryable, since: Date): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::float8 AS count FROM ${sourceOf('troubled', '$1')} m WHERE ${TO_SOMEBODY}`,
    [since],
  );
  return rows[0]?.count ?? 0;
};

/**
 * Sends a message again, with an entry in the audit log.
 * @returns `missing` if there is no such message, `state` if it can't be sent again
 */
export const retryMessage = async (
  db: Queryable,
  id: string,
  { actor, reason }: Organiser,
  now: Date,
): Promise<'ok' | 'missing' | 'state'> => {
  const { rows } = await db.query<{ outcome: 'ok' | 'missing' | 'state' }>(
    'SELECT retry_message($1, $2, $3, $4) AS outcome',
    [id, actor, reason, now],
  );
  return rows[0]?.outcome ?? 'missing';
};

/** The most text messages in an hour: in all, and to one calling code. */
export type SmsBudgets = { hourly: number; countryHourly: number };

export type TestMessage = {
  id: string;
  kind: MessageKind;
  callingCode: string | null;
  provider: string;
  /** The sealed content for the queue. */
  payload: unknown;
  /** The most test messages of one person in an hour. */
  most: number;
  /** The messages of voters count, too. */
  budgets: SmsBudgets;
};

/**
 * Queues a test message, with an entry in the audit log.
 * @returns false if the person sent too many, or a budget is used up
 */
export const insertTest = async (
  db: Queryable,
  { id, kind, callingCode, provider, payload, most, budgets }: TestMessage,
  { actor, reason }: Organiser,
  now: Date,
): Promise<boolean> => {
  const { rows } = await db.query<{ done: boolean }>(
    'SELECT send_test_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS done',
    [
      id,
      kind,
      callingCode,
      provider,
      JSON.stringify(payload),
      most,
      budgets.hourly,
      budgets.countryHourly,
      actor,
      reason,
      now,
    ],
  );
  return rows[0]?.done ?? false;
};
