import type { HookEvent, HookType } from '@laurel/contracts/console/hook-events';
import type { Language } from '@laurel/contracts/languages';
import { recordAudit } from '@laurel/database/audit';
import type { Tx } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';

/**
 * What each event is found by in what is stored: a name, under which it is noted once, its subject, time and data. $1 is now, $2 the
 * times at which nominating and voting open and close, $3 the data of a phase, $4 when the winners are announced, $5 the text messages an hour,
 * $6 what is told of the money for codes.
 */
const EVENTS: Readonly<Record<HookEvent, string>> = {
  'phase.moved': `
    SELECT 'phase ' || a.id, 'phases', a.at, $3::jsonb FROM audit_entries a WHERE a.action = 'phase.set' AND a.at > $1 - interval '1 day'
     UNION ALL SELECT 'phase at ' || extract(epoch FROM p.at), 'phases', p.at, $3 FROM unnest($2::timestamptz[]) AS p (at)`,
  'votes.thousand': `
    SELECT 'votes ' || edition_year() || ' ' || v.thousands, 'votes', $1, jsonb_build_object('votes', v.thousands * 1000)
      FROM (SELECT sum(t.count)::int8 / 1000 AS thousands
              FROM categories c JOIN nominees n ON n.category_id = c.id JOIN tally_totals t ON t.nominee_id = n.id) v WHERE v.thousands > 0`,
  'cluster.found': `
    SELECT 'cluster ' || c.id || ' ' || extract(epoch FROM c.told_at), 'cluster ' || c.id, c.told_at,
           jsonb_build_object('cluster', c.id, 'people', c.people) FROM clusters c WHERE c.year = edition_year()`,
  'exclusion.applied': `
    SELECT 'exclusion ' || x.id, 'exclusion ' || x.id, x.applied_at, jsonb_build_object('exclusion', x.id) FROM exclusions x`,
  // As the screen Reviews counts them.
  'review.waiting': `
    SELECT 'review ' || extract(epoch FROM date_trunc('hour', $1)), 'reviews', $1, jsonb_build_object('waiting', count(*)) FROM social_requests r
     WHERE r.provider = 'INSTAGRAM_SUBSCRIPTION' AND r.decided_at IS NULL AND r.expires_at > $1 HAVING max(r.created_at) >= date_trunc('hour', $1)`,
  'budget.reached': `
    SELECT 'budget ' || extract(epoch FROM date_trunc('hour', $1)), 'budget', $1, jsonb_build_object('messagesAnHour', $5::int4)
      FROM sms_charges s WHERE s.channel IN ('sms', 'voice') AND s.charged_at > $1 - interval '1 hour' AND s.charged_at <= $1 AND s.refunded_at IS NULL HAVING count(*) >= $5`,
  'budget.spent': `
    SELECT 'money ' || edition_year() || ' ' || $6::jsonb, 'budget', $1, $6::jsonb WHERE $6::jsonb IS NOT NULL`,
  'edition.published': `
    SELECT 'edition ' || e.id, 'edition', e.imported_at, jsonb_build_object('year', e.year, 'version', e.id) FROM editions e`,
  'winners.announced': `
    SELECT 'winners ' || extract(epoch FROM $4::timestamptz), 'phases', $4, jsonb_build_object('year', edition_year())`,
};

const FOUND = Object.entries(EVENTS)
  .map(([type, query]) => `SELECT '${type}' AS type, e.* FROM (${query}) AS e (event, subject, at, data)`)
  .join(' UNION ALL ')
  .replaceAll(/\$1\b/g, '$1::timestamptz');

/** What the events need that is not in the database. */
export type Told = {
  times: readonly (Date | null | undefined)[];
  phase: unknown;
  announcedAt: Date | null;
  smsAnHour: number;
  budget: string | undefined;
};

/** Notes the events of the last day for each webhook that wants them: each once, in their order. */
export const noteEvents = async (db: Queryable, told: Told, now: Date) => {
  await db.query(
    `INSERT INTO hook_deliveries (hook_id, type, event, subject, at, data, due_at)
     SELECT h.id, e.type, e.event, e.subject, e.at, e.data, $1::timestamptz FROM hooks h JOIN (${FOUND}) e ON e.type = ANY (h.events) AND e.at > h.added_at
      WHERE e.at > $1::timestamptz - interval '1 day' AND e.at <= $1 ORDER BY e.at, h.id ON CONFLICT DO NOTHING`,
    [now, told.times, JSON.stringify(told.phase), told.announcedAt, told.smsAnHour, told.budget],
  );
};

export type Hook = { id: number; url: string; language: Language };

/** The webhooks that are not switched off. */
export const readHooks = async (db: Queryable): Promise<Hook[]> =>
  (await db.query<Hook>('SELECT id, url, language FROM hooks WHERE off_at IS NULL')).rows;

/** How many webhooks were switched off. */
export const countOff = async (db: Queryable): Promise<number> =>
  (await db.query('SELECT FROM hooks WHERE off_at IS NOT NULL')).rowCount ?? 0;

/** Who switches off, in the audit log. */
const ACTOR = 'Laurel';

export type Delivery = { id: number; type: HookType; at: Date; data: unknown; tries: number };

/**
 * Takes the next call of a webhook that is due, for five minutes: the first of its subject that is neither accepted nor given up. Of
 * several processes, one gets it.
 */
export const claimDelivery = async (db: Queryable, hook: number, now: Date): Promise<Delivery | undefined> =>
  (
    await db.query<Delivery>(
      `UPDATE hook_deliveries d SET due_at = $2::timestamptz + interval '5 minutes', tries = d.tries + 1, tried_at = $2
        WHERE d.id = (SELECT n.id FROM hook_deliveries n
                       WHERE n.hook_id = $1 AND n.due_at <= $2
                         AND NOT EXISTS (SELECT FROM hook_deliveries b
                                          WHERE b.hook_id = n.hook_id AND b.subject = n.subject AND b.id < n.id AND b.due_at IS NOT NULL)
                       ORDER BY n.id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING d.id::float8, d.type, d.at, d.data, d.tries`,
      [hook, now],
    )
  ).rows[0];

/** Records that a call was accepted. */
export const recordAccepted = async (db: Queryable, hook: number, id: number): Promise<void> => {
  await db.query(
    `WITH accepted AS (UPDATE hook_deliveries SET due_at = NULL, problem = NULL WHERE id = $2)
     UPDATE hooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL`,
    [hook, id],
  );
};

/**
 * Records a failed call, and switches off a webhook that accepted nothing since a time. A pause that the receiver asked for holds
 * for all its calls.
 * @returns since when it failed, if that switched it off
 */
export const recordFailed = async (
  tx: Tx,
  hook: number,
  failed: { id: number; problem: string; dueAt: Date | null; pauseUntil: Date | null; offIfSince: Date },
  now: Date,
): Promise<Date | undefined> => {
  const { id, problem, dueAt, pauseUntil, offIfSince } = failed;
  await tx.$executeRaw`
    UPDATE hook_deliveries SET due_at = CASE WHEN id = ${id} THEN ${dueAt}::timestamptz ELSE ${pauseUntil}::timestamptz END,
           problem = CASE WHEN id = ${id} THEN ${problem} ELSE problem END
     WHERE id = ${id} OR (hook_id = ${hook} AND due_at < ${pauseUntil}::timestamptz)`;
  const [off] = await tx.$queryRaw<{ since: Date }[]>`
    WITH off AS (
      UPDATE hooks SET failing_since = coalesce(failing_since, ${now}), off_at = CASE WHEN failing_since <= ${offIfSince} THEN ${now}::timestamptz END
       WHERE id = ${hook} AND off_at IS NULL RETURNING failing_since, off_at)
    SELECT failing_since AS since FROM off WHERE off_at IS NOT NULL`;
  if (off) await recordAudit(tx, { actor: ACTOR, action: 'hook.off', subject: `hook ${hook}`, reason: null }, now);
  return off?.since;
};
