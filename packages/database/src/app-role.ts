import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { checkGuards } from './guards.ts';

export type DatabaseRole = { name: string; password: string };

/** The role in a connection string. */
export const roleOf = (url: string): DatabaseRole => {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** The SCRAM verifier of a password (RFC 5802). Passing it to the server keeps the password out of the server's log. */
export const scramVerifier = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, 4096, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${storedKey}:${hmac('Server Key').toString('base64')}`;
};

/**
 * Creates a role without rights if it is missing. `client` is the owner's.
 * @param variable the variable of the role's connection string
 * @returns undefined, or why the role cannot be created or used
 */
export const ensureRole = async (
  client: pg.Client,
  role: DatabaseRole,
  variable: 'DATABASE_URL' | 'DATABASE_CONSOLE_URL',
): Promise<string | undefined> => {
  if (role.name === '') return `the connection string in ${variable} names no user`;
  const { rows } = await client.query<{ exists: boolean; self: boolean; may_create: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = $1) AS exists,
            current_user = $1 AS self,
            (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS may_create`,
    [role.name],
  );
  const found = rows[0];
  if (found?.self) {
    return `the server must not connect as ${role.name}, the owner of the tables: give ${variable} a role of its own`;
  }
  if (found?.exists) return undefined;
  if (!found?.may_create) {
    return `the role ${role.name} does not exist and this user may not create it; run as an administrator: CREATE ROLE ${client.escapeIdentifier(role.name)} LOGIN PASSWORD '…'`;
  }
  if (role.password === '')
    return `the role ${role.name} does not exist, and ${variable} has no password to create it with`;
  await client.query(
    `CREATE ROLE ${client.escapeIdentifier(role.name)} LOGIN PASSWORD ${client.escapeLiteral(scramVerifier(role.password))}`,
  );
  return undefined;
};

/** Whether a role has been granted rights on Laurel's tables. */
export const hasRights = async (client: pg.Client, role: string): Promise<boolean> => {
  const { rows } = await client.query<{ granted: boolean }>(
    `SELECT EXISTS (
       SELECT 1 FROM pg_class c, aclexplode(c.relacl) acl JOIN pg_roles r ON r.oid = acl.grantee
        WHERE c.relnamespace = 'public'::regnamespace AND r.rolname = $1
     ) AS granted`,
    [role],
  );
  return rows[0]?.granted ?? false;
};

const RIGHTS = `
  WITH granted AS (
    SELECT a.privilege_type AS right, CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END || c.oid::regclass AS what, a.grantee
      FROM pg_class c, aclexplode(c.relacl) a WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('%s (%I)', a.privilege_type, t.attname), c.oid::regclass::text, a.grantee
      FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a WHERE c.relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT a.privilege_type, 'FUNCTION ' || p.oid::regprocedure, a.grantee
      FROM pg_proc p, aclexplode(p.proacl) a WHERE p.pronamespace = 'public'::regnamespace)
  SELECT format('GRANT %s ON %s TO %I', g.right, g.what, r.rolname) AS granting
    FROM granted g JOIN pg_roles r ON r.oid = g.grantee WHERE r.rolname = $1`;

/** The statements that would grant a role its present rights again. Rights of its groups are not included. */
const rightsOf = async (client: pg.Client, role: string): Promise<string[]> =>
  (await client.query<{ granting: string }>(RIGHTS, [role])).rows.map(({ granting }) => granting);

/** Grants rights again, except those to which a guard objects. Needs an open transaction. */
const restoreRights = async (client: pg.Client, role: string, rights: readonly string[]): Promise<void> => {
  const granted = new Set(await rightsOf(client, role));
  const lost = rights.filter((granting) => !granted.has(granting));
  const allowed = lost.length > 0 ? (await checkGuards(client, role)).length : 0;
  for (const granting of lost) {
    await client.query('SAVEPOINT before');
    await client.query(granting);
    if ((await checkGuards(client, role)).length > allowed) await client.query('ROLLBACK TO before');
  }
};

/**
 * Resets the rights of the application's role in one transaction. graphile-worker protects its tables with row level
 * security, so each of them also gets a policy for workers that run as the application.
 * @param grants sql/grants.sql
 * @param newer whether a later release has migrated the database: the role then keeps what only that release grants
 */
export const grantAppRole = async (client: pg.Client, role: string, grants: string, newer: boolean): Promise<void> => {
  const app = client.escapeIdentifier(role);
  await client.query('BEGIN');
  const before = newer ? await rightsOf(client, role) : [];
  await client.query(grants.replaceAll(/:app\b/g, () => app));
  await restoreRights(client, role, before);
  const { rows } = await client.query<{ queue_table: string }>(
    `SELECT c.oid::regclass::text AS queue_table
       FROM pg_class c
      WHERE c.relnamespace = 'graphile_worker'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
        AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = $1)`,
    [role],
  );
  for (const { queue_table: table } of rows) {
    await client.query(`CREATE POLICY ${app} ON ${table} TO ${app} USING (true) WITH CHECK (true)`);
  }
  await client.query('COMMIT');
};
