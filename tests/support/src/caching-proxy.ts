import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { startNginx } from './nginx.ts';

/** A raw response: fetch would decode it and add headers to the request. */
export type RawResponse = { status: number; headers: Record<string, string | undefined>; body: Buffer };

export type CachingProxy = {
  /** GET through the cache. The response's `x-cache` is MISS, HIT, EXPIRED or REVALIDATED. */
  get(path: string, headers?: Record<string, string>): Promise<RawResponse>;
  stop(): Promise<void>;
};

/** A shared cache that follows the response headers like a CDN and compresses JSON. */
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

const get = async (port: number, path: string, headers: Record<string, string>): Promise<RawResponse> => {
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
    get: (path, headers = {}) => get(port, path, headers),
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
