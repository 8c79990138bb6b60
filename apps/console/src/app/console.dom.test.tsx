// @vitest-environment happy-dom
import { ROLES } from '@laurel/contracts/console/permissions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeConsole, openConsole, page, person } from '../testing/console.tsx';
import { meOf } from '../testing/data.ts';
import { done, refusal, stubApi } from '../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../testing/passkeys.ts';

let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
const signedOut = refusal(401, 'console.signed_out');

afterEach(closeConsole);

describe('the shell', () => {
  it('links the screens of the role, shows how much waits on each, and who is signed in', async () => {
    const me = meOf('owner');
    stubApi({ 'GET /me': { body: { ...me, waiting: { ...me.waiting, phases: 1 } } } });
    shown = await openConsole('/');
    expect(shown.address()).toBe('/tonight');
    expect(page.title()).toBe('Tonight');
    expect(document.title).toBe('Tonight · Laurel console');
    expect(document.activeElement?.textContent).toBe('Tonight');
    expect(page.links()).toEqual([
      'Skip to the screen',
      'Tonight',
      'Results',
      'Stage',
      'Suspicious',
      'Reviews 1414 names wait',
      'Voters',
      'Messages',
      'Phases 11 move waits',
      'Edition',
      'Kits',
      'Exclusions 11 exclusion or objection waits',
      'Audit',
      'Integrations',
      'Team',
      expect.stringMatching(/^Olena.*signed in until \d\d:\d\d$/),
    ]);
  });

  it('links the entries if the edition has nominating', async () => {
    const me = meOf('editor');
    stubApi({ 'GET /me': { body: { ...me, waiting: { ...me.waiting, entries: 27 } } } });
    shown = await openConsole('/');
    expect(page.links()).toContain('Entries 2727 candidates wait');
  });

  it('does not link a screen that the role may not see, and says at its address which roles may', async () => {
    stubApi({ 'GET /me': { body: meOf('support') } });
    shown = await openConsole('/team');
    expect(page.links()).not.toContain('Team');
    expect(page.title()).toBe('Not for your role');
    expect(page.has(/You are signed in as support\. This screen is for: owner or auditor\./)).toBe(true);
  });

  it.each(ROLES)('opens Tonight for the role %s', async (role) => {
    stubApi({ 'GET /me': { body: meOf(role) } });
    shown = await openConsole('/tonight');
    expect(page.title()).toBe('Tonight');
  });

  it('moves the focus to the heading of the next screen, in the language of the console', async () => {
    stubApi({ 'GET /me': { body: meOf('owner') } });
    shown = await openConsole('/tonight', 'uk');
    await person.press('Результати', 'link');
    await page.heading('Результати');
    expect(document.activeElement?.textContent).toBe('Результати');
    expect(document.title).toBe('Результати · консоль Laurel');
    expect(document.documentElement.lang).toBe('uk');
    expect(page.has('Меридіан: консоль')).toBe(true);
  });

  it('says that there is no screen at an address', async () => {
    stubApi({ 'GET /me': { body: meOf('owner') } });
    shown = await openConsole('/nowhere');
    expect(page.title()).toBe('Nothing here');
  });

  it('says why it did not start, and starts when the person tries again', async () => {
    // React reports the error that the screen shows.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { answers } = stubApi({ 'GET /me': refusal(503, 'server.unavailable') });
    shown = await openConsole('/results');
    expect(page.title()).toBe('This did not load');
    expect(await page.alert()).toMatch(/^The server is busy or has no database right now/);
    answers['GET /me'] = { body: meOf('owner') };
    await person.press('Try again');
    expect(await page.heading('Results')).toBeTruthy();
  });
});

const mine = { passkeys: [], sessions: [] };

describe('the connection banner', () => {
  it('says that the connection is lost, and from when the numbers are that stay on the screen', async () => {
    const { answers } = stubApi({ 'GET /me': { body: meOf('owner') }, 'GET /mine': { body: mine } });
    shown = await openConsole('/account');
    answers['GET /me'] = 'no answer';
    answers['GET /mine'] = 'no answer';
    await shown.refresh();
    expect((await page.find(/No connection to the server/)).textContent).toMatch(
      /^No connection to the server\. These numbers are from \d\d:\d\d:\d\d$/,
    );
    expect(page.title()).toBe('Your account');
    answers['GET /me'] = { body: meOf('owner') };
    answers['GET /mine'] = { body: mine };
    await shown.refresh();
    await expect.poll(() => page.has(/No connection to the server/)).toBe(false);
  });

  it('says that the server can’t answer, and that voting does not depend on the console', async () => {
    const { answers } = stubApi({ 'GET /me': { body: meOf('owner') }, 'GET /mine': { body: mine } });
    shown = await openConsole('/account');
    answers['GET /me'] = refusal(503, 'server.unavailable');
    answers['GET /mine'] = refusal(503, 'server.unavailable');
    await shown.refresh();
    expect(await page.find(/The server can’t answer right now\. Voting does not depend on this console/)).toBeTruthy();
    answers['GET /me'] = { body: meOf('owner') };
    answers['GET /mine'] = { body: mine };
    await shown.refresh();
  });
});

describe('the sign-in', () => {
  it('opens without a session, and leads back to the requested address', async () => {
    const asked = stubPasskeys('works');
    const { answers, sentTo } = stubApi({
      'GET /me': signedOut,
      'POST /sign-in/options': { body: requestBody },
      'POST /sign-in': () => {
        answers['GET /me'] = { body: meOf('owner') };
        return done;
      },
    });
    shown = await openConsole('/results?from=mail');
    expect(shown.address()).toBe(`/sign-in?back=${encodeURIComponent('/results?from=mail')}`);
    await person.press('Sign in with a passkey');
    await page.heading('Results');
    expect(shown.address()).toBe('/results?from=mail');
    expect(asked.get).toBe(1);
    expect(sentTo('POST /sign-in')).toEqual([{ passkey: expect.objectContaining({ id: 'AAAA', type: 'public-key' }) }]);
  });

  it('opens when the session ends, and everything that was loaded is forgotten', async () => {
    const { answers } = stubApi({ 'GET /me': { body: meOf('owner') }, 'GET /mine': { body: mine } });
    shown = await openConsole('/account');
    answers['GET /me'] = signedOut;
    answers['GET /mine'] = signedOut;
    await shown.refresh();
    await page.heading('Organisers’ console');
    expect(shown.address()).toBe(`/sign-in?back=${encodeURIComponent('/account')}`);
    await expect.poll(() => shown?.queryClient.getQueryCache().getAll()).toEqual([]);
  });

  it('never leads to another site', async () => {
    stubPasskeys('works');
    const answers = {
      'POST /sign-in/options': { body: requestBody },
      'POST /sign-in': done,
      'GET /me': { body: meOf('owner') },
    };
    const others = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example',
      'javascript:alert(1)',
    ];
    for (const back of others) {
      stubApi(answers);
      shown = await openConsole(`/sign-in?back=${encodeURIComponent(back)}`);
      await person.press('Sign in with a passkey');
      await page.heading('Tonight');
      expect(shown.address()).toBe('/tonight');
      await shown.close();
    }
  });

  it.each([
    ['NotAllowedError', /^No passkey was used\. You closed the request, or this device has no passkey/],
    ['SecurityError', /^Passkeys belong to the console’s own address/],
    ['UnknownError', /^The device could not use its passkey/],
  ] as const)('says in plain words why the browser gave no passkey: %s', async (trouble, text) => {
    stubPasskeys(trouble);
    stubApi({ 'GET /me': signedOut, 'POST /sign-in/options': { body: requestBody } });
    shown = await openConsole('/');
    await person.press('Sign in with a passkey');
    expect(await page.alert()).toMatch(text);
  });

  it('says that the passkey was not accepted', async () => {
    stubPasskeys('works');
    stubApi({
      'GET /me': signedOut,
      'POST /sign-in/options': { body: requestBody },
      'POST /sign-in': refusal(401, 'console.passkey_refused'),
    });
    shown = await openConsole('/');
    await person.press('Sign in with a passkey');
    expect(await page.alert()).toMatch(/^This passkey was not accepted/);
  });

  it('says that the browser does not support passkeys', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    stubApi({ 'GET /me': signedOut });
    shown = await openConsole('/');
    expect(await page.alert()).toMatch(/^This browser has no passkeys/);
  });
});
