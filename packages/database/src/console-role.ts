import type pg from 'pg';
import { ensureRole, hasRights, roleOf } from './app-role.ts';

/**
 * Creates the role of the organisers' console if it is missing, and resets its rights in one transaction: it reads what the
 * console shows, and changes data by functions only. `client` is the owner's. In a database that a later release has migrated, a
 * role with rights keeps them.
 * @param url the connection string of the console (DATABASE_CONSOLE_URL)
 * @param app the application's role, which the console must not share
 * @param grants sql/grants.console.sql
 * @param newer whether a later release has migrated the database
 * @returns undefined, or why the role cannot be created or used
 */
export const ensureConsoleRole = async (
  client: pg.Client,
  url: string,
  app: string,
  { grants, newer }: { grants: string; newer: boolean },
): Promise<string | undefined> => {
  const role = roleOf(url);
  if (role.name === app) return `the console must not connect as ${app}: give DATABASE_CONSOLE_URL a role of its own`;
  const problem = await ensureRole(client, role, 'DATABASE_CONSOLE_URL');
  if (problem) return problem;
  if (newer && (await hasRights(client, role.name))) return undefined;
  await client.query('BEGIN');
  await client.query(grants.replaceAll(/:console\b/g, () => client.escapeIdentifier(role.name)));
  await client.query('COMMIT');
  return undefined;
};
