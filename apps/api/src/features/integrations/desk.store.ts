import type { DELIVERY_STATES, TOKEN_SCOPES } from '@laurel/contracts/console/calls/integrations';
import type { HookEvent, HookType } from '@laurel/contracts/console/hook-events';
import type { Role } from '@laurel/contracts/console/permissions';
import type { Language } from '@laurel/contracts/languages';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

type StoredHook = {
  id: number;
  url: string;
  events: HookEvent[];
  language: Language;
  addedBy: string;
  addedAt: Date;
  failingSince: Date | null;
  offAt: Date | null;
};
type StoredDelivery = {
  id: number;
  hook: number;
  type: HookType;
  at: Date;
  state: (typeof DELIVERY_STATES)[number];
  tries: number;
  triedAt: Date | null;
  dueAt: Date | null;
  problem: string | null;
};
type Scope = (typeof TOKEN_SCOPES)[number];
type StoredToken = {
  id: string;
  name: string;
  role: Role;
  scopes: Scope[];
  madeBy: string;
  madeAt: Date;
  lastUsedAt: Date | null;
};

export const readStored = async (db: Queryable) => ({
  hooks: (
    await db.query<StoredHook>(
      `SELECT id, url, events, language, added_by AS "addedBy", added_at AS "addedAt", failing_since AS "failingSince", off_at AS "offAt"
         FROM hooks ORDER BY id`,
    )
  ).rows,
  deliveries: (
    await db.query<StoredDelivery>(
      `SELECT id::float8, hook_id AS hook, type, at, tries, tried_at AS "triedAt", due_at AS "dueAt", problem,
              CASE WHEN due_at IS NULL THEN CASE WHEN problem IS NULL THEN 'accepted' ELSE 'given_up' END
                   WHEN problem IS NULL THEN 'waiting' ELSE 'failing' END AS state
         FROM hook_deliveries ORDER BY hook_deliveries.id DESC LIMIT 100`,
    )
  ).rows,
  tokens: (
    await db.query<StoredToken>(
      `SELECT t.id, t.name, t.role, t.scopes, m.name AS "madeBy", t.made_at AS "madeAt", t.last_used_at AS "lastUsedAt"
         FROM api_tokens t JOIN team_members m ON m.id = t.member_id WHERE t.revoked_at IS NULL ORDER BY t.made_at`,
    )
  ).rows,
});

/** Adds a webhook. @returns its id */
export const insertHook = async (
  db: Queryable,
  { url, events, language }: Pick<StoredHook, 'url' | 'events' | 'language'>,
  { actor, reason }: Organiser,
  now: Date,
): Promise<number> => {
  const values = [url, events, language, actor, reason, now];
  const [row] = (await db.query<{ id: number }>('SELECT hook_add($1, $2, $3, $4, $5, $6) AS id', values)).rows;
  if (!row) throw new Error('the query returned no row');
  return row.id;
};

const done = async (db: Queryable, call: string, values: readonly unknown[]): Promise<boolean> =>
  (await db.query<{ done: boolean }>(`SELECT ${call} AS done`, [...values])).rows[0]?.done ?? false;

/** Changes a webhook, or has a delivery sent again; see hook_change(). @returns false if there is none */
export const changeHook = (
  db: Queryable,
  what: 'remove' | 'resume' | 'send-again',
  id: number,
  { actor, reason }: Organiser,
  now: Date,
) => done(db, 'hook_change($1, $2, $3, $4, $5)', [what, id, actor, reason, now]);

/** Stores a token. @returns false if the person is no owner */
export const insertToken = (
  db: Queryable,
  token: { hash: Uint8Array; name: string; role: Role; scopes: readonly Scope[]; memberId: string },
  { actor, reason }: Organiser,
  now: Date,
) => {
  const { hash, name, role, scopes, memberId } = token;
  return done(db, 'token_add($1, $2, $3, $4, $5, $6, $7, $8)', [
    hash,
    name,
    role,
    scopes,
    memberId,
    actor,
    reason,
    now,
  ]);
};

/** Revokes a token. @returns false if there is none */
export const revokeToken = (db: Queryable, id: string, { actor, reason }: Organiser, now: Date) =>
  done(db, 'token_revoke($1, $2, $3, $4)', [id, actor, reason, now]);

/** The token of a hash, unless it was revoked. */
export const useToken = async (db: Queryable, hash: Uint8Array, now: Date) =>
  (
    await db.query<{ id: string; name: string; role: Role; scopes: Scope[] }>(
      'SELECT id, name, role, scopes FROM token_use($1, $2)',
      [hash, now],
    )
  ).rows[0];
