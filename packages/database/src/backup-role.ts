import type pg from 'pg';
import { type DatabaseRole, roleOf, scramVerifier } from './app-role.ts';

type Found = { exists: boolean; superuser: boolean; app: boolean; may_create: boolean };

/**
 * Creates the role of backups if it is missing, and resets its rights: it may replicate, read the replication status,
 * count votes and record a drill, and write nothing else. `client` is the owner's.
 * @param url the connection string of backups (DATABASE_REPLICATION_URL)
 * @param app the application's role, which backups must not share
 * @returns undefined, or why the role cannot be created or used
 */
export const ensureBackupRole = async (client: pg.Client, url: string, app: string): Promise<string | undefined> => {
  const role: DatabaseRole = roleOf(url);
  if (role.name === '') return 'the connection string of backups (DATABASE_REPLICATION_URL) names no user';
  const { rows } = await client.query<Found>(
    `SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS exists,
            coalesce((SELECT rolsuper FROM pg_roles WHERE rolname = $1), false) AS superuser,
            $1 = $2 AS app,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS may_create`,
    [role.name, app],
  );
  const [found] = rows;
  if (!found || found.superuser || found.app) {
    return `backups must not connect as ${role.name}: give DATABASE_REPLICATION_URL a role of its own, which is no superuser`;
  }
  const name = client.escapeIdentifier(role.name);
  if (!found.exists) {
    if (!found.may_create) {
      return `the role ${role.name} does not exist and this user may not create it; run as an administrator: CREATE ROLE ${name} LOGIN REPLICATION PASSWORD '…'; GRANT pg_read_all_stats TO ${name}`;
    }
    if (role.password === '') {
      return `the role ${role.name} does not exist, and DATABASE_REPLICATION_URL has no password to create it with`;
    }
    await client.query(
      `CREATE ROLE ${name} LOGIN REPLICATION PASSWORD ${client.escapeLiteral(scramVerifier(role.password))}`,
    );
    await client.query(`GRANT pg_read_all_stats TO ${name}`);
  }
  await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
  await client.query(`GRANT SELECT (category_id) ON votes TO ${name}`);
  await client.query(`GRANT EXECUTE ON FUNCTION record_drill(boolean, text, bigint, bigint, timestamptz) TO ${name}`);
  return undefined;
};
