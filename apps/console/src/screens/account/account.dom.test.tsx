// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { MINE, meOf, OTHER_SESSION, SPARE_PASSKEY } from '../../testing/data.ts';
import { done } from '../../testing/fake-api.ts';
import { creationBody, stubPasskeys } from '../../testing/passkeys.ts';

const { address, answers, open, sentTo } = startScreen('/account', () => ({
  'GET /me': { body: meOf('support') },
  'GET /mine': { body: MINE },
  'GET /mine/alarm': { body: { to: '' } },
}));

describe('the account of the signed-in person', () => {
  it('shows the role, the passkeys and the sessions', async () => {
    await open();
    expect(await page.find('Security key')).toBeTruthy();
    expect(page.has(/^support: Decides reviews and helps voters\./)).toBe(true);
    expect(page.has(/^Safari, iPhone/)).toBe(true);
    expect(page.button('Sign out there: Chrome, Mac')).toBeNull();
  });

  it('suggests a name for a passkey, and adds the passkey with the name that the person chose', async () => {
    const asked = stubPasskeys('works');
    answers['POST /passkeys/options'] = { body: creationBody };
    answers['POST /passkeys'] = { status: 201, body: { success: true } };
    await open();
    await person.press('Add a passkey');
    await page.heading('Add a passkey');
    expect(page.field('Name of this passkey').value).not.toBe('');
    await person.fill('Name of this passkey', 'Tablet');
    await person.press('Make the passkey');
    expect(await page.find('The passkey is added')).toBeTruthy();
    expect(asked.create).toBe(1);
    expect(sentTo('POST /passkeys')).toEqual([{ label: 'Tablet', passkey: expect.objectContaining({ id: 'AAAA' }) }]);
  });

  it('says that the device has a passkey already', async () => {
    stubPasskeys('InvalidStateError');
    answers['POST /passkeys/options'] = { body: creationBody };
    await open();
    await person.press('Add a passkey');
    await person.press('Make the passkey');
    expect(await page.alert()).toMatch(/^This device has a passkey for this console already/);
  });

  it('removes a passkey, but not the only one', async () => {
    answers[`POST /passkeys/${SPARE_PASSKEY}/remove`] = done;
    await open();
    await person.press('Remove the passkey Security key');
    answers['GET /mine'] = { body: { ...MINE, passkeys: MINE.passkeys.slice(0, 1) } };
    await person.press('Remove');
    expect(await page.find('The passkey is removed')).toBeTruthy();
    expect(await page.find(/^You have one passkey\./)).toBeTruthy();
    expect(page.button(/^Remove/)).toBeNull();
  });

  it('ends another session', async () => {
    answers[`POST /mine/sessions/${OTHER_SESSION}/end`] = done;
    await open();
    await person.press('Sign out there: Safari, iPhone');
    expect(await page.find('The session has ended')).toBeTruthy();
  });

  it('asks for alarms by mail, and says what is wrong with an address', async () => {
    answers['POST /mine/alarm'] = done;
    await open();
    await person.fill('Your address', 'olena');
    await person.press('Save');
    expect(await page.find('Write an address like you@example.org')).toBeTruthy();
    await person.fill('Your address', 'olena@example.org');
    await person.press('Save');
    expect(await page.find('The alarm is saved')).toBeTruthy();
    expect(sentTo('POST /mine/alarm')).toEqual([{ to: 'olena@example.org', language: 'en' }]);
  });

  it('signs out', async () => {
    answers['POST /sign-out'] = done;
    await open();
    await person.press('Sign out');
    await page.heading('Organisers’ console');
    expect(address()).toBe('/sign-in');
  });

  it('changes the language at once, and the colours, and remembers both in this browser', async () => {
    await open();
    await person.press('Українська', 'radio');
    expect(await page.heading('Ваш акаунт')).toBeTruthy();
    expect(page.links()).toContain('Результати');
    await person.press('Темний', 'radio');
    expect(document.documentElement.dataset.theme).toBe('dark');
    await person.press('Як на пристрої', 'radio');
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect({ ...localStorage }).toEqual({ language: 'uk', theme: 'system' });
  });
});
