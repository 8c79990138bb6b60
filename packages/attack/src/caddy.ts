import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@laurel/api/adapters/testing/free-port';
import { CADDY, findTool } from '@laurel/api/testing/tools';
import { root } from './house.ts';

const START_LIMIT_MS = 20_000;

/** Starts a Caddy with the house's own Caddyfile, without TLS (HTTP/2 included), in front of a port of this machine. */
export const startCaddy = async (upstreamPort: number): Promise<{ port: number; stop(): Promise<void> }> => {
  const { path, env } = await findTool(CADDY);
  const folder = mkdtempSync(join(tmpdir(), 'laurel-caddy-'));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8');
  writeFileSync(
    file,
    text.replace('servers {', 'servers {\nprotocols h1 h2c').replace('app:8080', `127.0.0.1:${upstreamPort}`),
  );
  const child = spawn(path, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env.PATH ?? '',
      ...env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      LAUREL_DOMAIN: `http://127.0.0.1:${port}`,
      LAUREL_TLS: '',
      LAUREL_EMAIL: 'nobody@laurel.example',
      LAUREL_TRUSTED_PROXIES: '192.0.2.1/32',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = performance.now() + START_LIMIT_MS; performance.now() < until; await sleep(50)) {
    if (await fetch(`http://127.0.0.1:${port}/livez`).catch(() => undefined)) return { port, stop };
    if (child.exitCode !== null) break;
  }
  await stop();
  throw new Error(`Caddy did not start:\n${said}`);
};
