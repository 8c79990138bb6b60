import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { freePort } from '@laurel/database/free-port';
import { startProgram } from './program.ts';
import { inRepository, repositoryFile } from './repository.ts';
import { CADDY, findTool } from './tools.ts';

/** A running Caddy. */
export type Caddy = {
  readonly port: number;
  /** The port of the console's site, if `consoleUpstreamPort` was given. */
  readonly consolePort: number | undefined;
  stop(): Promise<void>;
};

/** Whether Caddy is ready: without TLS, it responds; with TLS, it completes a handshake with its new certificate. */
const isReady = async (port: number, tls: boolean): Promise<boolean> => {
  if (!tls) return (await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined)) !== undefined;
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false });
  const ready = await once(socket, 'secureConnect').catch(() => undefined);
  socket.destroy();
  return ready !== undefined;
};

type Options = {
  /** How long Caddy tries to reach Laurel, as a duration of Caddy; by default that of the Caddyfile. */
  readonly waits?: string;
  /** Uses a certificate of Caddy's own authority for localhost. */
  readonly tls?: boolean;
  /** The API's port for the console. With it, Caddy serves the site of the console as well. */
  readonly consoleUpstreamPort?: number;
  /** The addresses of proxies in front; by default, none of this machine. */
  readonly trusts?: string;
};

/**
 * Global options to run the Caddyfile in tests: HTTP/2 without TLS; with TLS, no change to the machine, because Caddy
 * neither installs its root certificate nor opens port 80 for redirects.
 */
const GLOBALS = {
  clear: 'servers {\nprotocols h1 h2c',
  tls: 'skip_install_trust\nauto_https disable_redirects\nservers {',
};

/**
 * Starts a Caddy with deploy/caddy/Caddyfile in front of a port of this machine.
 * @throws Error with Caddy's log, if it does not start
 */
export const startCaddy = async (
  upstreamPort: number,
  { waits, tls = false, consoleUpstreamPort, trusts = '192.0.2.1/32' }: Options = {},
): Promise<Caddy> => {
  const { path, env } = await findTool(CADDY);
  const folder = mkdtempSync(join(tmpdir(), 'laurel-caddy-'));
  const port = await freePort();
  const consolePort = consoleUpstreamPort === undefined ? undefined : await freePort();
  const file = join(folder, 'Caddyfile');
  const text = repositoryFile('deploy/caddy/Caddyfile')
    .replace('servers {', tls ? GLOBALS.tls : GLOBALS.clear)
    .replace('app:8080', `127.0.0.1:${upstreamPort}`)
    .replace('app:8081', `127.0.0.1:${consoleUpstreamPort}`)
    .replaceAll('/etc/caddy', inRepository('deploy/caddy'));
  writeFileSync(file, waits === undefined ? text : text.replace(/lb_try_duration \S+/, `lb_try_duration ${waits}`));
  const { stop } = await startProgram({
    name: 'Caddy',
    path,
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    folder,
    env: {
      PATH: process.env.PATH ?? '',
      ...env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      LAUREL_DOMAIN: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
      ...(consolePort === undefined
        ? {}
        : {
            LAUREL_CONSOLE: 'on',
            LAUREL_CONSOLE_DOMAIN: `${tls ? 'https://console.localhost' : 'http://127.0.0.1'}:${consolePort}`,
          }),
      LAUREL_TLS: tls ? 'tls internal' : '',
      LAUREL_EMAIL: 'nobody@laurel.example',
      LAUREL_TRUSTED_PROXIES: trusts,
    },
    // Caddy opens its ports one after another.
    answers: async () => (await isReady(port, tls)) && (consolePort === undefined || (await isReady(consolePort, tls))),
  });
  return { port, consolePort, stop };
};
