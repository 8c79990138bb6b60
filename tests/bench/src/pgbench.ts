import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The folder of each version's programs in Debian and its derivatives. */
const VERSIONS = '/usr/lib/postgresql';

/** The INSERT of rivals/vote.ts, with the same parameters. */
const SCRIPT = `INSERT INTO plain_votes (voter, nomination, niche, company, cast_at)
VALUES (gen_random_uuid(), :nomination, :niche, :company, now());\n`;

/**
 * Finds pgbench: of the newest PostgreSQL in Debian's folder, else on the PATH.
 * @throws Error with the package to install, if it is missing
 */
export const findPgbench = (path = process.env.PATH ?? '', versions = VERSIONS): string => {
  const installed = existsSync(versions) ? readdirSync(versions).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...installed.map((version) => join(versions, version, 'bin')), ...path.split(delimiter)];
  const found = folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file));
  if (found === undefined) {
    throw new Error('No pgbench was found: install it (apt-get install postgresql-contrib) and try again.');
  }
  return found;
};

/** The transactions per second in pgbench's output. */
export const readTps = (printed: string): number => {
  const tps = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1]);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(printed)?.[1] ?? 0);
  if (!(tps > 0) || failed > 0) throw new Error(`pgbench gave no figure:\n${printed}`);
  return tps;
};

/** INSERTs per second by pgbench: prepared, one for each transaction, over a number of clients. */
export const pgbench = async (url: string, folder: string, clients: number, inserts: number): Promise<number> => {
  const script = join(folder, 'insert.sql');
  writeFileSync(script, SCRIPT);
  const { hostname, port, username, password, pathname } = new URL(url);
  const each = Math.max(1, Math.floor(inserts / clients));
  const texts = { nomination: 'best-partner', niche: 'crypto', company: 'orbit-crew' };
  const { stdout } = await run(
    findPgbench(),
    [
      ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=1', `--transactions=${each}`],
      Object.entries(texts).map(([name, text]) => `--define=${name}=${text}`),
      [`--file=${script}`, `--host=${hostname}`, `--port=${port}`, `--username=${username}`, pathname.slice(1)],
    ].flat(),
    { env: { ...process.env, PGPASSWORD: password } },
  );
  return readTps(stdout);
};
