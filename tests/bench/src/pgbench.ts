import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Where Debian and its kin keep the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The INSERT of the plain way (rivals/vote.ts); texts are parameters, as there. */
const SCRIPT = `INSERT INTO plain_votes (voter, nomination, niche, company, cast_at)
VALUES (gen_random_uuid(), :nomination, :niche, :company, now());\n`;

/**
 * Finds pgbench: of the newest PostgreSQL in Debian's place, else on the PATH.
 * @throws one line that says what to install, when there is none
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

/** Transactions a second, from what pgbench prints. */
export const readTps = (printed: string): number => {
  const tps = Number(/^tps = ([\d.]+)/m.exec(printed)?.[1]);
  const failed = Number(/^number of failed transactions: (\d+)/m.exec(printed)?.[1] ?? 0);
  if (!(tps > 0) || failed > 0) throw new Error(`pgbench gave no figure:\n${printed}`);
  return tps;
};

/** INSERTs a second by pgbench itself: prepared, one for each transaction, over so many clients. */
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
