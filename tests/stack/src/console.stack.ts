import { existsSync, rmSync } from 'node:fs';
import { get, request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { createAuthenticator } from '@laurel/support/authenticator';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tryRun } from './docker.ts';
import { useDeployment } from './hooks.ts';

const deployment = useDeployment(1);

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** A request to the console. Not every machine resolves names below localhost, so it connects by address. */
const ask = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, host, port } = new URL(deployment.consoleUrl);
    const options = {
      host: '127.0.0.1',
      port,
      path,
      servername: hostname,
      headers: { host, origin: deployment.consoleUrl, 'content-type': 'application/json', ...headers },
    };
    const asked = body === undefined ? get(options) : request({ ...options, method: 'POST' });
    asked.on('error', reject);
    asked.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString(),
      });
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Whether Caddy has a certificate of this name. */
const hasCertificate = (servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: Number(deployment.ports.https),
      servername,
      rejectUnauthorized: false,
    });
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('secureConnect', () => socket.destroy());
  });

const laurel = (...argv: string[]) => tryRun('deploy/laurel', argv, { cwd: deployment.folder });
const linkIn = (output: string): URL => new URL(/"link": "([^"]+)"/.exec(output)?.[1] ?? '');
const optionsSchema = z.object({ data: z.object({ options: z.object({ challenge: z.string() }) }) });

describe('the console behind Caddy', () => {
  it('lets in the first owner, whom the command invites, and nobody without a passkey', async () => {
    const page = await ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '';
    expect((await ask(script)).status).toBe(200);
    expect((await ask('/api/me')).status).toBe(401);

    const invited = await laurel('team', 'invite', 'Olena', '--role', 'owner', '--json');
    expect(invited.code, invited.output).toBe(0);
    const link = linkIn(invited.output);
    expect(link.origin).toBe(deployment.consoleUrl);
    const token = link.hash.slice(1);
    const asked = await ask('/api/invitation/options', { token });
    expect(asked.status, asked.text).toBe(200);
    const { options } = optionsSchema.parse(JSON.parse(asked.text)).data;
    const passkey = createAuthenticator({ origin: deployment.consoleUrl }).create(options);
    const joined = await ask('/api/invitation', { token, passkey, label: 'Test' });
    const cookie = String(joined.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-laurel_console=[\w-]+; .*HttpOnly; Secure; SameSite=Strict/);
    const me = await ask('/api/me', undefined, { cookie: cookie.split(';')[0] ?? '' });
    expect([me.status, me.text]).toEqual([200, expect.stringContaining('Olena')]);
  });

  it('answers no path of the site, and the site none of the console', async () => {
    expect((await ask('/api/edition')).status).toBe(404);
    expect((await fetch(`${deployment.origin}/api/me`)).status).toBe(404);
    for (const path of ['/metrics', '/readyz']) expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});

describe('a deployment from before the console', () => {
  beforeAll(async () => {
    // As laurel setup wrote it then: no domain, no connection.
    deployment.set({ LAUREL_CONSOLE_DOMAIN: '', CONSOLE_URL: '' });
    rmSync(join(deployment.folder, 'secrets/database_console_url'));
  });

  it('restarts without one: no listener, no name, no certificate', async () => {
    const { code, output } = await deployment.restart();
    expect(code, output).toBe(0);
    expect(existsSync(join(deployment.folder, 'secrets/database_console_url'))).toBe(true);
    expect(deployment.secret('database_console_url')).toBe('');
    expect([await hasCertificate('localhost'), await hasCertificate('console.localhost')]).toEqual([true, false]);
    const invited = await laurel('team', 'invite', 'Petro');
    expect([invited.code, invited.output]).toEqual([2, expect.stringContaining('There is no console here')]);
  });

  it('gets one later, with the same people', async () => {
    deployment.set({ LAUREL_CONSOLE_DOMAIN: 'console.localhost', CONSOLE_URL: deployment.consoleUrl });
    const completed = await laurel('secrets', 'complete');
    expect([completed.code, completed.output]).toEqual([0, expect.stringContaining('secrets/database_console_url')]);
    // The role exists with the password of before, as after a rotation that was not finished.
    const { password } = new URL(deployment.secret('database_console_url'));
    const change = `ALTER ROLE laurel_console PASSWORD '${password}'`;
    await deployment.compose('exec', '-T', 'postgres', 'psql', '-U', 'laurel', 'laurel', '-c', change);
    const { code, output } = await deployment.restart();
    expect(code, output).toBe(0);
    expect((await ask('/')).status).toBe(200);
    expect((await laurel('team', 'show')).output).toContain('Olena');
  });
});
