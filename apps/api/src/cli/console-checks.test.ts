import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { LOCAL_CERTIFICATE, LOCAL_KEY } from '@laurel/support/certificate';
import { startTestConsole } from '@laurel/support/console';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkConsoleUrl, checkTeam } from './console-checks.ts';

const NOW = new Date('2026-11-01T00:00:00Z');

describe('the console’s address', () => {
  let status = 200;
  let local = '';
  const server = createServer({ key: LOCAL_KEY, cert: LOCAL_CERTIFICATE }, (request, response) =>
    response.writeHead(request.url === '/api/docs/json' ? status : 404).end(),
  );
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    local = `https://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const check = (address: string | undefined, ca?: string) => checkConsoleUrl({ CONSOLE_URL: address }, NOW, ca);

  it('passes with a trusted certificate of its name, and a console behind it', async () => {
    expect(await check(local, LOCAL_CERTIFICATE)).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^https:\/\/localhost:\d+ answers, its certificate is good for \d+ days$/),
    });
  });

  it('fails with another certificate, without a server, or with another server', async () => {
    expect(await check(local)).toMatchObject({ ok: false, detail: expect.stringContaining('refuse the certificate') });
    expect(await check('https://127.0.0.1:1')).toMatchObject({
      ok: false,
      detail: expect.stringContaining("can't be reached"),
    });
    status = 404;
    expect(await check(local, LOCAL_CERTIFICATE)).toMatchObject({ ok: false, detail: expect.stringContaining('404') });
    status = 200;
  });

  it('is skipped without a console, in development, and in a trial', async () => {
    expect(await check(undefined)).toMatchObject({ ok: true, skipped: true });
    expect(await check('http://localhost:8081')).toMatchObject({ ok: true, skipped: true });
    expect(await check('https://console.localhost:1')).toMatchObject({ ok: true, skipped: true });
  });
});

describe('the console’s team', () => {
  const api = useTestApi();
  const owner = useOwner(api);
  const production = {
    NODE_ENV: 'production',
    PORT: 8080,
    CONSOLE_PORT: undefined,
    CONSOLE_URL: 'https://console.awards.example',
  } as const;
  const withUser = (change: (url: URL) => void): string => {
    const url = new URL(api.consoleUrl);
    change(url);
    return url.href;
  };

  it('is a task while nobody can sign in', async () => {
    expect(await checkTeam(production, api.consoleUrl)).toEqual({
      ok: true,
      detail: 'nobody can sign in to the console',
      advice: expect.stringContaining('laurel team invite NAME --role owner'),
    });
    const development = { ...production, NODE_ENV: 'development', CONSOLE_URL: undefined } as const;
    expect(await checkTeam(development, api.consoleUrl)).toMatchObject({ ok: true, skipped: true });
  });

  it('names a role that is missing, has another password, or lacks its rights', async () => {
    const refused = { ok: false, advice: expect.stringContaining('laurel migrate') };
    const missing = withUser((url) => {
      url.username = 'laurel_console_nobody';
    });
    expect(await checkTeam(production, missing)).toMatchObject(refused);
    const wrong = withUser((url) => {
      url.password = 'Kx7other';
    });
    const finding = await checkTeam(production, wrong);
    expect(finding).toMatchObject(refused);
    expect(JSON.stringify(finding)).not.toContain('Kx7other');
    const role = decodeURIComponent(new URL(api.consoleUrl).username);
    await owner.query(`REVOKE SELECT ON team_passkeys FROM "${role}"`);
    expect(await checkTeam(production, api.consoleUrl)).toMatchObject(refused);
    await owner.query(`GRANT SELECT ON team_passkeys TO "${role}"`);
  });

  it('passes once somebody has a passkey', async () => {
    const desk = await startTestConsole(api);
    await desk.member('Olena', 'owner');
    await desk.close();
    expect(await checkTeam(production, api.consoleUrl)).toMatchObject({ ok: true });
    expect(await checkTeam(production, api.consoleUrl)).not.toHaveProperty('advice');
  });

  it('is skipped without a console', async () => {
    expect(await checkTeam({ ...production, CONSOLE_URL: undefined }, api.consoleUrl)).toMatchObject({ skipped: true });
    expect(await checkTeam(production, undefined)).toMatchObject({ skipped: true });
  });
});
