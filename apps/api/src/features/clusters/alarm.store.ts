import type { Role } from '@laurel/contracts/console/permissions';
import type { Language } from '@laurel/contracts/languages';
import type { Tx } from '@laurel/database/client';
import type { Queryable } from '@laurel/database/queryable';

type Told = { memberId: string; name: string; role: Role; to: string; language: Language };

/** The people of the team who want to be told by mail. */
export const readTold = async (db: Queryable): Promise<Told[]> =>
  (
    await db.query<Told>(
      `SELECT a.member_id AS "memberId", m.name, m.role, a.address AS to, a.language
         FROM team_alarms a JOIN team_members m ON m.id = a.member_id AND m.removed_at IS NULL WHERE a.channel = 'mail'`,
    )
  ).rows;

/** Whether a webhook is told. */
export const isHookTold = async (db: Queryable): Promise<boolean> =>
  ((await db.query(`SELECT FROM hooks WHERE off_at IS NULL AND 'cluster.found' = ANY (events)`)).rowCount ?? 0) > 0;

/** Stores where a person wants to be told; nowhere without an address. @returns false if the person is not on the team */
export const storeTold = async (
  db: Queryable,
  { memberId, to, language }: Pick<Told, 'memberId' | 'to' | 'language'>,
  actor: string,
  now: Date,
): Promise<boolean> =>
  (
    await db.query<{ done: boolean }>('SELECT team_set_alarm($1, $2, $3, $4, $5, $6) AS done', [
      ...[memberId, to === '' ? 'none' : 'mail', to, language, actor, now],
    ])
  ).rows[0]?.done ?? false;

/** Marks clusters as told. @returns those of which nobody was told before; none if there was an alarm in this night */
export const claimClusters = async (tx: Tx, ids: readonly number[], night: Date | null, now: Date) =>
  (
    await tx.$queryRaw<{ id: number }[]>`
      SELECT id FROM tell_clusters(${ids}::int4[], ${night}::timestamptz, ${now}::timestamptz) AS id`
  ).map(({ id }) => id);
