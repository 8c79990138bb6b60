import type { Queryable } from '@laurel/database/queryable';
import type { Fields } from './correction.policy.ts';
import type { NomineeKey } from './policy.ts';

/** A nominee's name as the functions of the database have it. */
export const nameOf = ({ nomination, niche, company }: NomineeKey): string => `${nomination}/${niche}/${company}`;

/** When the secret link of a nominee was made, and last opened, and what the nominee suggests. */
export type KitLink = { id: number; nominee: string; madeAt: Date; openedAt: Date | null; suggestion: Fields | null };

/** The secret links of nominees of the current edition. */
export const readKitLinks = async (db: Queryable): Promise<KitLink[]> =>
  (
    await db.query<KitLink>(
      `SELECT concat_ws('/', c.nomination, c.niche, n.company) AS nominee, k.made_at AS "madeAt", k.opened_at AS "openedAt",
              n.id, k.suggested AS suggestion
         FROM kits k JOIN nominees n ON n.id = k.nominee_id JOIN categories c ON c.id = n.category_id`,
    )
  ).rows;

/** Only the payload of a mail, which is sealed, has the address and the link. */
type KitMail = { id: string; provider: string; payload: unknown };
type NewKit = { key: NomineeKey; hash: Buffer; mail: KitMail | undefined; actor: string; now: Date };
/** Who revokes a link, and why. */
export type Organiser = { actor: string; reason: string };

/** Stores the link of a nominee in place of an earlier one. @returns false if there is no such nominee */
export const storeKitLink = async (db: Queryable, { key, hash, mail, actor, now }: NewKit): Promise<boolean> => {
  const message = mail ? [mail.id, mail.provider, JSON.stringify(mail.payload)] : [null, null, null];
  const values = [nameOf(key), hash, ...message, actor, now];
  const { rows } = await db.query<{ done: boolean }>('SELECT link_kit($1, $2, $3, $4, $5, $6, $7) AS done', values);
  return rows[0]?.done ?? false;
};

/** Ends the link of a nominee. @returns false if there is none */
export const deleteKitLink = async (db: Queryable, key: NomineeKey, by: Organiser, now: Date): Promise<boolean> => {
  const values = [nameOf(key), by.actor, by.reason, now];
  const { rows } = await db.query<{ done: boolean }>('SELECT revoke_kit($1, $2, $3, $4) AS done', values);
  return rows[0]?.done ?? false;
};

/** The nominee whose kit is opened, or undefined. */
export const openKit = async (db: Queryable, hash: Buffer, now: Date): Promise<NomineeKey | undefined> => {
  const { rows } = await db.query<{ nominee: string | null }>('SELECT open_kit($1, $2) AS nominee', [hash, now]);
  const [nomination, niche, company] = rows[0]?.nominee?.split('/') ?? [];
  return nomination && niche && company ? { nomination, niche, company } : undefined;
};

/** Stores what a nominee suggests, in place of what came before. @returns false within a minute of that, or without such a kit */
export const storeSuggestion = async (db: Queryable, hash: Buffer, fields: Fields, now: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    `UPDATE kits SET suggested = $2, suggested_at = $3
      WHERE secret_hash = $1 AND (suggested_at IS NULL OR suggested_at + interval '1 minute' <= $3)`,
    [hash, fields, now],
  );
  return rowCount === 1;
};

/** Drops what a nominee suggested, unless something newer is there. */
export const dropSuggestion = async (db: Queryable, { id, suggestion }: KitLink): Promise<void> => {
  await db.query('UPDATE kits SET suggested = NULL WHERE nominee_id = $1 AND suggested = $2', [id, suggestion]);
};
