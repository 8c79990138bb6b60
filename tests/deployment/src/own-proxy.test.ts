import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@laurel/database/free-port';
import { type Caddy, startCaddy } from '@laurel/support/caddy';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { useTestConsole } from '@laurel/support/console-desk';
import { serve } from '@laurel/support/harness';
import { useTestApi } from '@laurel/support/hooks';
import { type Nginx, startNginx } from '@laurel/support/nginx';
import { repositoryFile } from '@laurel/support/repository';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parse } from 'yaml';

/** deploy/proxies/nginx.conf with the ports and the certificate of this test. */
const exampleFor = (folder: string, plain: number, secure: number, caddyPort: number): string =>
  repositoryFile('deploy/proxies/nginx.conf')
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('listen 443', `listen 127.0.0.1:${secure}`)
    .replace('127.0.0.1:8080', `127.0.0.1:${caddyPort}`)
    .replaceAll(/awards\.example\.org(?=[ ;])/g, '127.0.0.1')
    .replaceAll(/\/etc\/letsencrypt\/live\/[^;]*\//g, `${folder}/`)
    // Caddy's sites are distinguished by their port here.
    .replace('Host $host', `Host 127.0.0.1:${caddyPort}`);

describe('behind an nginx of deploy/proxies/nginx.conf', () => {
  let folder = '';
  const api = useTestApi({ TRUST_PROXY: '127.0.0.1' });
  const desk = useTestConsole(api);
  let caddy: Caddy;
  const proxies: Nginx[] = [];
  let sitePort = 0;
  let consolePort = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'laurel-own-proxy-'));
    writeFileSync(join(folder, 'fullchain.pem'), LOCAL_CERTIFICATE);
    writeFileSync(join(folder, 'privkey.pem'), LOCAL_KEY);
    const ports = { site: await serve(api), console: await serve(desk) };
    caddy = await startCaddy(ports.site, { consoleUpstreamPort: ports.console, trusts: '127.0.0.1/32' });
    const inFront = async (caddyPort: number): Promise<number> => {
      const secure = await freePort();
      const own = mkdtempSync(join(folder, 'nginx-'));
      proxies.push(await startNginx(own, (plain) => exampleFor(folder, plain, secure, caddyPort)));
      return secure;
    };
    sitePort = await inFront(caddy.port);
    consolePort = await inFront(caddy.consolePort ?? 0);
  });
  afterAll(async () => {
    for (const nginx of proxies) await nginx.stop();
    await caddy?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (port: number, path: string, headers = {}): Promise<{ status: number; body: string }> => {
    const options = { host: '127.0.0.1', port, path, headers, ca: LOCAL_CERTIFICATE, localAddress: '127.0.0.2' };
    const [answer] = await once(request({ ...options, agent: false }).end(), 'response');
    return { status: answer.statusCode, body: await text(answer) };
  };

  it('the site and the console are served', async () => {
    expect(await get(sitePort, '/api/edition')).toMatchObject({ status: 200 });
    expect(await get(consolePort, '/api/me')).toMatchObject({ status: 401 });
    expect(await get(sitePort, '/readyz')).toMatchObject({ status: 404 });
  });

  it('Laurel sees the address of the visitor, and not one that the visitor claims', async () => {
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.9' }]) {
      const { body } = await get(sitePort, '/api/client-ip', headers);
      expect(JSON.parse(body)).toMatchObject({ ip: '127.0.0.2' });
    }
  });

  it('the page’s socket is opened', async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${sitePort}/ws`, ['v12.stomp'], { ca: LOCAL_CERTIFICATE });
    await once(socket, 'open');
    socket.send('CONNECT\naccept-version:1.2\nhost:laurel\n\n\0');
    const [frame] = await once(socket, 'message');
    expect(String(frame)).toMatch(/^CONNECTED\n/);
    socket.close();
  });
});

it('the example for Traefik forwards to the same port as the one for nginx', () => {
  const { http } = parse(repositoryFile('deploy/proxies/traefik.yml'));
  expect(http.services.laurel.loadBalancer.servers).toEqual([{ url: 'http://127.0.0.1:8080' }]);
  expect(repositoryFile('deploy/proxies/nginx.conf')).toContain('server 127.0.0.1:8080;');
});
