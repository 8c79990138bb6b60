import { startTestConsole } from '@laurel/support/console';
import { useOwner, useTestApi } from '@laurel/support/hooks';
import { describe, expect, it } from 'vitest';
import { checkTeam } from './console-checks.ts';

describe('the console’s team', () => {
  const api = useTestApi();
  const owner = useOwner(api);
  const production = {
    NODE_ENV: 'production',
    PORT: 8080,
    CONSOLE_PORT: undefined,
    CONSOLE_URL: 'https://console.awards.example',
  } as const;
  const as = (change: { username?: string; password?: string }): string =>
    Object.assign(new URL(api.consoleUrl), change).href;

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
    expect(await checkTeam(production, as({ username: 'laurel_console_nobody' }))).toMatchObject(refused);
    const finding = await checkTeam(production, as({ password: 'Kx7other' }));
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
