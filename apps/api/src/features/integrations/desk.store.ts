import type { TokenScope } from '@laurel/contracts/console/calls/integrations';
import type { Role } from '@laurel/contracts/console/permissions';
import type { Organiser } from '@laurel/database/audit';
import type { Queryable } from '@laurel/database/queryable';

const HOOKS = `
  SELECT id, url, events, language, added_by AS "addedBy", added_at AS "addedAt", failing_since AS "failingSince", off_at AS "offAt"
    FROM hooks ORDER BY id`;
const DELIVERIES = `
  SELECT id::float8, hook_id AS hook, type, at, tries, problem,
         CASE WHEN due_at IS NULL THEN CASE WHEN problem IS NULL THEN 'accepted' ELSE 'given_up' END
              WHEN problem IS NULL THEN 'waiting' ELSE 'failing' END AS state
    FROM hook_deliveries ORDER BY hook_deliveries.id DESC LIMIT 30`;
const TOKENS = `
  SELECT t.id, t.name, t.role, t.scopes, m.name AS "madeBy", t.made_at AS "madeAt", t.last_used_at AS "lastUsedAt"
    FROM api_tokens t JOIN team_members m ON m.id = t.member_id WHERE t.revoked_at IS NULL ORDER BY t.made_at`;

/** What the screen shows, as it is stored. */
export const readStored = async (db: Queryable): Promise<unknown> => ({
  hooks: (await db.query(HOOKS)).rows,
  deliveries: (await db.query(DELIVERIES)).rows,
  tokens: (await db.query(TOKENS)).rows,
});

/** A change of a webhook, a call or a key, which has the id; a new key has the id of its owner. */
export type Change = { action: string; id?: string | number; values?: object };

/** Makes a change; see change_integration(). @returns the id; null if there is none */
export const change = async (
  db: Queryable,
  { action, id, values = {} }: Change,
  { actor, reason }: Organiser,
  now: Date,
): Promise<string | null> =>
  (
    await db.query<{ id: string | null }>('SELECT change_integration($1, $2, $3, $4, $5, $6) AS id', [
      ...[action, id, JSON.stringify(values), actor, reason, now],
    ])
  ).rows[0]?.id ?? null;

/** The key of a hash, unless it was revoked. */
export const useToken = async (db: Queryable, hash: Uint8Array, now: Date) =>
  (
    await db.query<{ id: string; name: string; role: Role; scopes: TokenScope[] }>('SELECT * FROM token_use($1, $2)', [
      hash,
      now,
    ])
  ).rows[0];
