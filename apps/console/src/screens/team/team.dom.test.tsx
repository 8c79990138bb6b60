// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeConsole, openConsole, page, person } from '../../testing/console.tsx';
import { INVITATION, meOf, OLENA, OTHER_SESSION, TARAS, TEAM } from '../../testing/data.ts';
import { done, refusal, stubApi } from '../../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../../testing/passkeys.ts';

const LINK = `https://console.example.org/invitation#${'a'.repeat(43)}`;
const linked = { status: 201, body: { success: true, data: { link: LINK, expiresAt: '2026-11-25T20:00:00.000Z' } } };

let api: ReturnType<typeof stubApi>;

beforeEach(() => {
  api = stubApi({ 'GET /me': { body: meOf('owner') }, 'GET /team': { body: TEAM } });
});
afterEach(closeConsole);

const open = async (language: 'en' | 'uk' = 'en') => {
  await openConsole('/team', language);
  await page.heading('Taras');
};

describe('the team', () => {
  it('invites a person with name and role, and shows the link once', async () => {
    api.answers['POST /team/invitations'] = linked;
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', ' Iryna ');
    await person.choose('Role', 'auditor');
    expect(page.has(/no personal data of voters\.$/)).toBe(true);
    await person.fill('Why', 'She checks the count');
    await person.press('Make the link');
    expect(await page.heading('The link for Iryna')).toBeTruthy();
    expect(page.has(LINK)).toBe(true);
    expect(api.sentTo('POST /team/invitations')).toEqual([
      { name: 'Iryna', role: 'auditor', email: '', language: 'en', reason: 'She checks the count' },
    ]);
    await person.press('Done');
    await expect.poll(() => page.has(LINK)).toBe(false);
  });

  it('mails the link in the language of the page, and says so', async () => {
    api.answers['POST /team/invitations'] = linked;
    await open('uk');
    await person.press('Запросити');
    await person.fill('Ім’я', 'Ірина');
    await person.fill('Електронна пошта (необов’язково)', 'iryna');
    await person.fill('Причина', 'Перевірка');
    await person.press('Створити посилання');
    expect(api.sentTo('POST /team/invitations')).toEqual([]);
    await person.fill('Електронна пошта (необов’язково)', 'iryna@example.org');
    await person.press('Створити посилання');
    expect(await page.find(/^Лист на iryna@example\.org у дорозі/)).toBeTruthy();
    expect(api.sentTo('POST /team/invitations')).toMatchObject([{ email: 'iryna@example.org', language: 'uk' }]);
  });

  it('says what is wrong with an invitation, and sends nothing', async () => {
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', 'i@example.org');
    await person.press('Make the link');
    expect(await page.find('Use letters, digits and spaces, no address')).toBeTruthy();
    expect(page.has('Say why in at least 3 characters')).toBe(true);
    expect(page.field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(api.sentTo('POST /team/invitations')).toEqual([]);
  });

  it('says under the name that it is taken', async () => {
    api.answers['POST /team/invitations'] = refusal(409, 'console.name_taken');
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', 'Taras');
    await person.fill('Why', 'A second pair of eyes');
    await person.press('Make the link');
    expect(await page.find('Somebody on the team has this name. Choose another')).toBeTruthy();
    expect(document.activeElement).toBe(page.field('Name'));
  });

  it('changes a role only with another role and a reason', async () => {
    api.answers[`POST /team/${TARAS}/role`] = done;
    await open();
    await person.press('Change the role of Taras');
    expect(await page.find(/^The role of Taras is support\./)).toBeTruthy();
    await person.fill('Why', 'He runs the night');
    await person.press('Change the role');
    expect(api.sentTo(`POST /team/${TARAS}/role`)).toEqual([]);
    await person.choose('Role', 'organiser');
    await person.press('Change the role');
    expect(await page.find('The role of Taras is changed')).toBeTruthy();
    expect(api.sentTo(`POST /team/${TARAS}/role`)).toEqual([{ role: 'organiser', reason: 'He runs the night' }]);
    expect(page.dialog()).toBeNull();
  });

  it('says in numbers what the removal of a person does, and asks for the passkey before it', async () => {
    const asked = stubPasskeys('works');
    const answers = [refusal(403, 'console.passkey_needed'), done];
    api.answers[`POST /team/${TARAS}/remove`] = () => answers.shift() ?? done;
    api.answers['POST /sign-in/options'] = { body: requestBody };
    api.answers['POST /confirm'] = done;
    await open();
    await person.press('Remove Taras');
    expect(await page.find(/^1 passkey stops working\. 1 session ends now\./)).toBeTruthy();
    await person.fill('Why', 'He left the company');
    await person.press('Remove');
    expect(await page.find('Taras is removed')).toBeTruthy();
    expect(asked.get).toBe(1);
    expect(api.sentTo(`POST /team/${TARAS}/remove`)).toHaveLength(2);
  });

  it('changes nothing if the passkey is not used, and says so', async () => {
    stubPasskeys('NotAllowedError', 'works');
    api.answers[`POST /team/${TARAS}/remove`] = refusal(403, 'console.passkey_needed');
    api.answers['POST /sign-in/options'] = { body: requestBody };
    await open();
    await person.press('Remove Taras');
    await person.fill('Why', 'He left the company');
    await person.press('Remove');
    await page.heading('Confirm with your passkey');
    expect(await page.alert()).toMatch(/^No passkey was used/);
    await person.pressIn('Confirm with your passkey', 'Cancel');
    expect(await page.find('This was not confirmed with a passkey, so nothing has changed')).toBeTruthy();
    expect(api.sentTo(`POST /team/${TARAS}/remove`)).toHaveLength(1);
  });

  it('shows the refusal of the server in the dialog, which stays open with the reason', async () => {
    api.answers[`POST /team/${OLENA}/remove`] = refusal(409, 'console.last_owner');
    await open();
    await person.press('Remove Olena');
    await person.fill('Why', 'She moves on');
    await person.press('Remove');
    expect(await page.alert()).toBe('This is the last owner with a passkey. The team needs one');
    expect(page.field('Why').value).toBe('She moves on');
  });

  it('shows under the reason what the server says about it', async () => {
    const metadata = { fields: { reason: 'Say it without the number of the person' } };
    api.answers[`POST /team/${TARAS}/remove`] = refusal(400, 'request.invalid', metadata);
    await open();
    await person.press('Remove Taras');
    await person.fill('Why', 'He left the company');
    await person.press('Remove');
    expect(await page.find('Say it without the number of the person')).toBeTruthy();
    expect(document.activeElement).toBe(page.field('Why'));
  });

  it('replaces lost passkeys with a link', async () => {
    api.answers[`POST /team/${TARAS}/passkeys/replace`] = linked;
    await open();
    await person.press('Replace lost passkeys of Taras');
    await person.fill('Why', 'His phone was stolen');
    await person.press('Make the link');
    expect(await page.heading('The link for Taras')).toBeTruthy();
  });

  it('ends a session and revokes an invitation', async () => {
    api.answers[`POST /team/sessions/${OTHER_SESSION}/end`] = done;
    api.answers[`POST /team/invitations/${INVITATION}/revoke`] = done;
    await open();
    await person.press('End the session of Taras: Firefox, Linux');
    await person.fill('Why', 'A shared computer');
    await person.press('End the session');
    expect(await page.find('A session of Taras has ended')).toBeTruthy();
    await person.press('Revoke the invitation of Iryna');
    await person.fill('Why', 'Sent to the wrong chat');
    await person.press('Revoke');
    expect(await page.find('The invitation of Iryna is revoked')).toBeTruthy();
    expect(api.sentTo(`POST /team/invitations/${INVITATION}/revoke`)).toEqual([{ reason: 'Sent to the wrong chat' }]);
  });

  it('has no buttons for changes if an auditor sees it', async () => {
    api.answers['GET /me'] = { body: meOf('auditor') };
    await open();
    expect(page.button(/Invite|Remove|Change|Replace|End|Revoke/)).toBeNull();
  });

  it('is shown in Ukrainian, with the plural forms of its numbers', async () => {
    await open('uk');
    await person.press('Вилучити з команди: Taras');
    expect(await page.find(/^1 ключ доступу перестане діяти\. 1 сеанс завершиться зараз\./)).toBeTruthy();
  });
});
