import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startNginx } from './nginx.ts';

/** An answer as it came over the wire: fetch would undo its encoding, and add headers of its own to the question. */
export type RawAnswer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

export type CachingProxy = {
  /** GET through the cache. `x-cache` of the answer says what the cache did: MISS, HIT, EXPIRED, REVALIDATED. */
  get(path: string, headers?: Record<string, string>): Promise<RawAnswer>;
  stop(): Promise<void>;
};

/** A shared cache that does what the answers' own headers say, as a CDN does, and compresses JSON on its way out. */
const configFor = (folder: string, port: number, upstreamPort: number): string => `
  proxy_cache_path ${folder}/cache keys_zone=all:4m;
  gzip on;
  gzip_proxied any;
  gzip_vary on;
  gzip_min_length 0;
  gzip_types application/json;
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${upstreamPort};
      proxy_http_version 1.1;
      proxy_set_header Host $host;
      proxy_cache all;
      proxy_cache_revalidate on;
      proxy_cache_lock on;
      add_header X-Cache $upstream_cache_status always;
    }
  }`;

const ask = async (port: number, path: string, headers: Record<string, string>): Promise<RawAnswer> => {
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }).end();
  const [answer] = await once(sent, 'response');
  const single = Object.entries(answer.headers).map(([name, value]) => [
    name,
    value === undefined ? value : `${value}`,
  ]);
  return { status: answer.statusCode, headers: Object.fromEntries(single), body: await buffer(answer) };
};

/** Starts nginx as a cache in front of a port of this machine. */
export const startCachingProxy = async (upstreamPort: number): Promise<CachingProxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-nginx-'));
  mkdirSync(join(folder, 'cache'));
  const { port, stop } = await startNginx(folder, (own) => configFor(folder, own, upstreamPort));
  return {
    get: (path, headers = {}) => ask(port, path, headers),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
