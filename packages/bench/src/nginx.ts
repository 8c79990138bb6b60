import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@laurel/api/adapters/testing/free-port';
import { findTool, NGINX } from '@laurel/api/testing/tools';
import type { Running } from './processes.ts';

const STARTS_WITHIN_MS = 10_000;

/** One process, nothing written, files kept open: nginx as fast as it can be on one core. A name that ends in .br is brotli. */
const configFor = (folder: string, port: number): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/temp;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  sendfile on;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  keepalive_requests 100000000;
  default_type application/json;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    add_header Cache-Control "public, max-age=1";
    add_header Vary accept-encoding;
    location ~ \\.br$ { add_header Content-Encoding br; add_header Cache-Control "public, max-age=1"; add_header Vary accept-encoding; }
  }
}`;

/** nginx, the machine's or Debian's, with files to serve: names and what is in them. */
export const startNginx = async (folder: string, files: Readonly<Record<string, Buffer>>): Promise<Running> => {
  const { path, env } = await findTool(NGINX);
  const port = await freePort();
  mkdirSync(join(folder, 'files'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'files', name), bytes);
  const config = join(folder, 'nginx.conf');
  writeFileSync(config, configFor(folder, port));
  const startedAt = performance.now();
  const child = spawn(path, ['-p', folder, '-c', config, '-e', join(folder, 'error.log')], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
  };
  for (const until = startedAt + STARTS_WITHIN_MS; performance.now() < until; await sleep(50)) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer) return { port, pid: child.pid ?? 0, startedInMs: performance.now() - startedAt, stop };
  }
  await stop();
  throw new Error('nginx did not answer within ten seconds');
};
