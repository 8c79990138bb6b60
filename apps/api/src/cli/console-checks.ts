import { bad, type Finding, good, skipped, todo } from '../checks/finding.ts';
import type { Config } from '../config.ts';
import { consoleAddress } from '../console-listener.ts';
import { hasMembers } from '../features/team/lists.store.ts';
import { onDatabase } from './database.ts';
import { checkAddress } from './machine-checks.ts';

const NO_CONSOLE = 'no console: CONSOLE_URL is not set';
/** The document of the console's calls, which a running process serves without the database. */
const REACHED_PATH = '/api/docs/json';

/** Checks that the console is reachable over TLS. @param ca a certificate authority to trust instead, PEM */
export const checkConsoleUrl = async (
  { CONSOLE_URL }: Pick<Config, 'CONSOLE_URL'>,
  now: Date,
  ca?: string,
): Promise<Finding> => {
  if (CONSOLE_URL === undefined) return skipped(NO_CONSOLE);
  const url = new URL(CONSOLE_URL);
  return url.protocol === 'https:' ? checkAddress(url, REACHED_PATH, now, ca) : skipped('no TLS in development');
};

/** PostgreSQL's codes for a role that does not exist, another password, and missing rights. */
const REFUSED = new Set(['28000', '28P01', '42501']);

const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && REFUSED.has(error.code);

/**
 * Checks that the console's role can be used, and that somebody can sign in.
 * @param url the connection string of the console's role
 */
export const checkTeam = async (
  config: Pick<Config, 'NODE_ENV' | 'PORT' | 'CONSOLE_PORT' | 'CONSOLE_URL'>,
  url: string | undefined,
): Promise<Finding> => {
  if (consoleAddress(config) === undefined || url === undefined) return skipped(NO_CONSOLE);
  try {
    const isUsed = await onDatabase({ url, applicationName: 'laurel doctor' }, ({ pool }) => hasMembers(pool));
    if (isUsed) return good('the console’s role connects, and somebody can sign in');
    if (config.NODE_ENV !== 'production') return skipped('nobody has signed in yet: a start prints a link');
    return todo('nobody can sign in to the console', 'For the first one: "laurel team invite NAME --role owner".');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return bad(
      `the database refuses the console’s role: ${error.message}`,
      'Run "laurel migrate", which creates the role of DATABASE_CONSOLE_URL and its rights. If its password was changed, write the new one into the file.',
    );
  }
};
