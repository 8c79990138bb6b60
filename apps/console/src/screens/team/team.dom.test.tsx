// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { page, person, startScreen } from '../../testing/console.tsx';
import { INVITATION, meOf, OTHER_SESSION, TARAS, TEAM } from '../../testing/data.ts';
import { done, refusal } from '../../testing/fake-api.ts';
import { requestBody, stubPasskeys } from '../../testing/passkeys.ts';

const LINK = `https://console.example.org/invitation#${'a'.repeat(43)}`;
const linked = { status: 201, body: { success: true, data: { link: LINK, expiresAt: '2026-11-25T20:00:00.000Z' } } };

const {
  answers,
  sentTo,
  open: openScreen,
} = startScreen('/team', () => ({
  'GET /me': { body: meOf('owner') },
  'GET /team': { body: TEAM },
}));

const open = async (language: 'en' | 'uk' = 'en') => {
  await openScreen({ language });
  await page.heading('Taras');
};

describe('the team', () => {
  it('invites a person with name and role, and shows the link once', async () => {
    answers['POST /team/invitations'] = linked;
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', ' Iryna ');
    await person.choose('Role', 'auditor');
    expect(page.has(/no personal data of voters\.$/)).toBe(true);
    await person.explain('She checks the count', 'Make the link');
    expect(await page.heading('The link for Iryna')).toBeTruthy();
    expect(page.has(LINK)).toBe(true);
    expect(sentTo('POST /team/invitations')).toEqual([
      { name: 'Iryna', role: 'auditor', email: '', language: 'en', reason: 'She checks the count' },
    ]);
    await person.press('Done');
    await expect.poll(() => page.has(LINK)).toBe(false);
  });

  it('mails the link in the language of the page, and says so', async () => {
    answers['POST /team/invitations'] = linked;
    await open('uk');
    await person.press('Запросити');
    await person.fill('Ім’я', 'Ірина');
    await person.fill('Електронна пошта (необов’язково)', 'iryna');
    await person.explain('Перевірка', 'Створити посилання');
    expect(sentTo('POST /team/invitations')).toEqual([]);
    await person.fill('Електронна пошта (необов’язково)', 'iryna@example.org');
    await person.press('Створити посилання');
    expect(await page.find(/^Лист на iryna@example\.org у дорозі/)).toBeTruthy();
    expect(sentTo('POST /team/invitations')).toMatchObject([{ email: 'iryna@example.org', language: 'uk' }]);
  });

  it('says what is wrong with an invitation, and sends nothing', async () => {
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', 'i@example.org');
    await person.press('Make the link');
    expect(await page.find('Use letters, digits and spaces, no address')).toBeTruthy();
    expect(page.has('Say why in at least 3 characters')).toBe(true);
    expect(page.field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(sentTo('POST /team/invitations')).toEqual([]);
  });

  it('says under the name that it is taken', async () => {
    answers['POST /team/invitations'] = refusal(409, 'console.name_taken');
    await open();
    await person.press('Invite somebody');
    await person.fill('Name', 'Taras');
    await person.explain('A second pair of eyes', 'Make the link');
    expect(await page.find('Somebody on the team has this name. Choose another')).toBeTruthy();
    expect(document.activeElement).toBe(page.field('Name'));
  });

  it('changes a role only with another role and a reason', async () => {
    answers[`POST /team/${TARAS}/role`] = done;
    await open();
    await person.press('Change the role of Taras');
    expect(await page.find(/^The role of Taras is support\./)).toBeTruthy();
    await person.explain('He runs the night', 'Change the role');
    expect(sentTo(`POST /team/${TARAS}/role`)).toEqual([]);
    await person.choose('Role', 'organiser');
    await person.press('Change the role');
    expect(await page.find('The role of Taras is changed')).toBeTruthy();
    expect(sentTo(`POST /team/${TARAS}/role`)).toEqual([{ role: 'organiser', reason: 'He runs the night' }]);
    expect(page.dialog()).toBeNull();
  });

  it('says in numbers what the removal of a person does, and asks for the passkey before it', async () => {
    const asked = stubPasskeys('works');
    const replies = [refusal(403, 'console.passkey_needed'), done];
    answers[`POST /team/${TARAS}/remove`] = () => replies.shift() ?? done;
    answers['POST /sign-in/options'] = { body: requestBody };
    answers['POST /confirm'] = done;
    await open();
    await person.press('Remove Taras');
    expect(await page.find(/^1 passkey stops working\. 1 session ends now\./)).toBeTruthy();
    await person.explain('He left the company', 'Remove');
    expect(await page.find('Taras is removed')).toBeTruthy();
    expect(asked.get).toBe(1);
    expect(sentTo(`POST /team/${TARAS}/remove`)).toHaveLength(2);
  });

  it('changes nothing if the passkey is not used, and says so', async () => {
    stubPasskeys('NotAllowedError', 'works');
    answers[`POST /team/${TARAS}/remove`] = refusal(403, 'console.passkey_needed');
    answers['POST /sign-in/options'] = { body: requestBody };
    await open();
    await person.press('Remove Taras');
    await person.explain('He left the company', 'Remove');
    await page.heading('Confirm with your passkey');
    expect(await page.alert()).toMatch(/^No passkey was used/);
    await person.pressIn('Confirm with your passkey', 'Cancel');
    expect(await page.find('This was not confirmed with a passkey, so nothing has changed')).toBeTruthy();
    expect(sentTo(`POST /team/${TARAS}/remove`)).toHaveLength(1);
  });

  it('replaces lost passkeys with a link', async () => {
    answers[`POST /team/${TARAS}/passkeys/replace`] = linked;
    await open();
    await person.press('Replace lost passkeys of Taras');
    await person.explain('His phone was stolen', 'Make the link');
    expect(await page.heading('The link for Taras')).toBeTruthy();
  });

  it('ends a session and revokes an invitation', async () => {
    answers[`POST /team/sessions/${OTHER_SESSION}/end`] = done;
    answers[`POST /team/invitations/${INVITATION}/revoke`] = done;
    await open();
    await person.press('End the session of Taras: Firefox, Linux');
    await person.explain('A shared computer', 'End the session');
    expect(await page.find('A session of Taras has ended')).toBeTruthy();
    await person.press('Revoke the invitation of Iryna');
    await person.explain('Sent to the wrong chat', 'Revoke');
    expect(await page.find('The invitation of Iryna is revoked')).toBeTruthy();
    expect(sentTo(`POST /team/invitations/${INVITATION}/revoke`)).toEqual([{ reason: 'Sent to the wrong chat' }]);
  });

  it('has no buttons for changes if an auditor sees it', async () => {
    answers['GET /me'] = { body: meOf('auditor') };
    await open();
    expect(page.button(/Invite|Remove|Change|Replace|End|Revoke/)).toBeNull();
  });

  it('is shown in Ukrainian, with the plural forms of its numbers', async () => {
    await open('uk');
    await person.press('Вилучити з команди: Taras');
    expect(await page.find(/^1 ключ доступу перестане діяти\. 1 сеанс завершиться зараз\./)).toBeTruthy();
  });
});
