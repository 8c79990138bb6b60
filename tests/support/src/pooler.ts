import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@laurel/database/free-port';
import pg from 'pg';
import { startProgram } from './program.ts';
import { inRepository } from './repository.ts';
import { findTool, PGBOUNCER } from './tools.ts';

export type Pooler = {
  /** The same role and database, through the pooler. */
  url: string;
  /** The transactions through the pooler, and the local ports of its connections to PostgreSQL. */
  figures(): Promise<{ transactions: number; servers: number[] }>;
  stop(): Promise<void>;
};

/** The setting with the query that the cluster's PgBouncer runs on each new connection. */
const connectQuery = (): string => {
  const line = /connect_query='[^']+'/.exec(readFileSync(inRepository('deploy/cluster/pgbouncer.ini'), 'utf8'))?.[0];
  if (line === undefined) throw new Error('deploy/cluster/pgbouncer.ini has no connect_query');
  return line;
};

/** The project's configuration with changes for tests. Later lines win. */
const configFor = (target: URL, port: number): string => {
  const { hostname, username, password, pathname } = target;
  const name = pathname.slice(1);
  return [
    '[databases]',
    `${name} = host=${hostname} port=${target.port} dbname=${name} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)} ${connectQuery()}`,
    '[pgbouncer]',
    `%include ${inRepository('deploy/pgbouncer/settings.ini')}`,
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'admin_users = watcher',
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ].join('\n');
};

/** Starts a PgBouncer in front of a database. */
export const startPooler = async (url: string): Promise<Pooler> => {
  const { path, env } = await findTool(PGBOUNCER);
  const folder = mkdtempSync(join(tmpdir(), 'laurel-pgbouncer-'));
  chmodSync(folder, 0o755);
  const target = new URL(url);
  const port = await freePort();
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(config, configFor(target, port));

  /** Queries PgBouncer's admin console, which supports only the simple protocol. */
  const consoleRows = async (question: string): Promise<Record<string, string>[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'watcher', database: 'pgbouncer' });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(question)).rows;
    } finally {
      await client.end();
    }
  };
  const { stop } = await startProgram({
    name: 'PgBouncer',
    path,
    args: [config],
    env: { ...process.env, ...env },
    folder,
    answers: async () => (await consoleRows('SHOW VERSION').catch(() => [])).length > 0,
  });
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const name = target.pathname.slice(1);
  return {
    url: through.href,
    figures: async () => {
      const stats = (await consoleRows('SHOW STATS')).find((row) => row.database === name);
      const servers = (await consoleRows('SHOW SERVERS')).filter((row) => row.database === name);
      return {
        transactions: Number(stats?.total_xact_count),
        servers: servers.map(({ local_port: each }) => Number(each)),
      };
    },
    stop,
  };
};
