// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
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

afterEach(closeConsole);

describe('an invitation', () => {
  it('says who invites whom, makes a passkey, and recommends a second one', async () => {
    const asked = stubPasskeys('works');
    const { requests, sentTo } = stubApi({
      'POST /invitation/options': invited,
      'POST /invitation': { status: 201, body: { success: true } },
    });
    await openConsole(`/invitation#${TOKEN}`);
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
    // The token is only in bodies, because addresses are logged.
    expect(requests.map(({ call }) => call)).toEqual(['POST /invitation/options', 'POST /invitation']);
  });

  it.each(['', TOKEN.slice(1), `${TOKEN}.`])(
    'is refused without a request to the server if the link is cut off or changed: %s',
    async (cut) => {
      const { requests } = stubApi({});
      await openConsole(`/invitation#${cut}`);
      expect(await page.alert()).toBe('This invitation was used or has expired. Ask for a new one');
      expect(requests).toEqual([]);
    },
  );

  it('says that the link was used', async () => {
    stubApi({ 'POST /invitation/options': refusal(410, 'console.invitation_invalid') });
    await openConsole(`/invitation#${TOKEN}`);
    expect(await page.alert()).toBe('This invitation was used or has expired. Ask for a new one');
    expect(page.button('Try again')).toBeNull();
  });

  // This test fails if each try makes a passkey: the second passkey replaces the registered one on the device.
  it('makes no second passkey if the answer to the first was lost and the invitation is used', async () => {
    const asked = stubPasskeys('works');
    const api = stubApi({ 'POST /invitation/options': invited, 'POST /invitation': 'no answer' });
    await openConsole(`/invitation#${TOKEN}`);
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^No answer from the server/);
    api.answers['POST /invitation/options'] = refusal(410, 'console.invitation_invalid');
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^This invitation was used, probably by your first try/);
    expect(page.links()).toEqual(['Sign in']);
    expect(asked.create).toBe(1);
    expect(api.sentTo('POST /invitation')).toHaveLength(1);
  });

  it('is accepted at the second try, with new options, if the first try did not reach the server', async () => {
    const asked = stubPasskeys('works');
    const api = stubApi({ 'POST /invitation/options': invited, 'POST /invitation': 'no answer' });
    await openConsole(`/invitation#${TOKEN}`);
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
    await openConsole(`/invitation#${TOKEN}`);
    await person.press('Make a passkey');
    expect(await page.alert()).toMatch(/^No passkey was used/);
    await person.press('Make a passkey');
    expect(await page.heading('Your passkey is ready')).toBeTruthy();
  });
});
