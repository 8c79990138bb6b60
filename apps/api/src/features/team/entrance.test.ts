import { createAuthenticator } from '@laurel/support/authenticator';
import { CONSOLE_URL, startTestConsole, type TestConsole } from '@laurel/support/console';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let api: TestApi;
let desk: TestConsole;
beforeAll(async () => {
  api = await startTestApi();
  desk = await startTestConsole(api);
});
afterAll(async () => {
  await desk.close();
  await api.close();
});

describe('the first owner', () => {
  it('comes in by an invitation and a passkey', async () => {
    const owner = await desk.member('Olena', 'owner');
    const me = await owner.get('/me');
    expect(me.json()).toMatchObject({ person: { name: 'Olena', role: 'owner', passkeys: 1 } });
    expect(createAuthenticator({ origin: CONSOLE_URL })).toBeDefined();
  });
});
