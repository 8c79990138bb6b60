// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openConsole, page, person } from '../../testing/console.tsx';
import { refusal, stubApi } from '../../testing/fake-api.ts';
import { creationBody, stubPasskeys } from '../../testing/passkeys.ts';

const TOKEN = `${'Abc-_'.repeat(8)}xyz`;
const invited = {
  body: {
    success: true,
    data: {
      name: 'Iryna',
      role: 'auditor',
      invitedBy: 'Olena',
      award: { en: 'Meridian', uk: 'Меридіан' },
      options: creationBody.data.options,
    },
  },
};

let shown: Awaited<ReturnType<typeof openConsole>> | undefined;
afterEach(async () => {
  await shown?.close();
  shown = undefined;
  vi.unstubAllGlobals();
});

describe('an invitation', () => {
  it('says who invites whom, makes a passkey, and recommends a second one', async () => {
    const asked = stubPasskeys('works');
    const { requests, sentTo } = stubApi({
      'POST /invitation/options': invited,
      'POST /invitation': { status: 201, body: { success: true } },
    });
    shown = await openConsole(`/invitation#${TOKEN}`);
    await page.heading('Welcome, Iryna');
    expect(page.has('Olena invites you to the organisers’ console of Meridian as auditor.')).toBe(true);
    await person.fill('Name of this passkey', 'Tablet');
    await person.press('Make a passkey');
    await page.heading('Your passkey is ready');
    expect(page.links()).toEqual(['Add a second passkey', 'Later']);
    expect(asked.create).toBe(1);
    expect(sentTo('POST /invitation')).toEqual([
      { token: TOKEN, label: 'Tablet', passkey: expect.objectContaining({ id: 'AAAA' }) },
    ]);
    // The token is in bodies alone: addresses are logged.
    expect(requests.map(({ call }) => call)).toEqual(['POST /invitation/options', 'POST /invitation']);
  });

  it.each(['', TOKEN.slice(1), `${TOKEN}.`])(
    'does not ask the server about a link that is not complete: %s',
    async (cut) => {
      const { requests } = stubApi({});
      shown = await openConsole(`/invitation#${cut}`);
      expect(await page.alert()).toBe('This invitation was used or has expired. Ask for a new one');
      expect(requests).toEqual([]);
    },
  );

  it('says that the link was used', async () => {
    stubApi({ 'POST /invitation/options': refusal(410, 'console.invitation_invalid') });
    shown = await openConsole(`/invitation#${TOKEN}`);
    expect(await page.alert()).toBe('This invitation was used or has expired. Ask for a new one');
    expect(page.button('Try again')).toBeNull();
  });

  // Known to fail if each try makes a passkey: the second one takes the place of the registered one.
  it('is not tried again with another passkey when the answer of the first was lost and it was used', async () => {
    const asked = stubPasskeys('works');
    const api = stubApi({ 'POST /invitation/options': invited, 'POST /invitation': 'no answer' });
    shown = await openConsole(`/invitation#${TOKEN}`);
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^No answer from the server/);
    api.answers['POST /invitation/options'] = refusal(410, 'console.invitation_invalid');
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^This invitation was used, probably by your first try/);
    expect(page.links()).toEqual(['Sign in']);
    expect(asked.create).toBe(1);
    expect(api.sentTo('POST /invitation')).toHaveLength(1);
  });

  it('is tried again with a new request when the first try did not arrive', async () => {
    const asked = stubPasskeys('works');
    const api = stubApi({ 'POST /invitation/options': invited, 'POST /invitation': 'no answer' });
    shown = await openConsole(`/invitation#${TOKEN}`);
    await person.press('Make a passkey');
    await page.alert();
    const before = api.sentTo('POST /invitation/options').length;
    api.answers['POST /invitation'] = { status: 201, body: { success: true } };
    await person.press('Make a passkey');
    expect(await page.heading('Your passkey is ready')).toBeTruthy();
    expect([asked.create, api.sentTo('POST /invitation/options').length]).toEqual([2, before + 1]);
  });

  it('can be tried again after the person closed the request', async () => {
    stubPasskeys('NotAllowedError', 'works');
    stubApi({ 'POST /invitation/options': invited, 'POST /invitation': { status: 201, body: { success: true } } });
    shown = await openConsole(`/invitation#${TOKEN}`);
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^No passkey was used/);
    await person.press('Make a passkey');
    expect(await page.heading('Your passkey is ready')).toBeTruthy();
  });
});
