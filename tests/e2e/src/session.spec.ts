import type { Page } from '@playwright/test';
import { answer, fakeUserInfo, SOMEONE, success, TOKEN } from './site/answers.ts';
import { openMissingStep } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enterBackupCode, openLogin, submitLogin } from './site/log-in.ts';
import { enter, newMember } from './site/member.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { secondFactor } from './site/screens.ts';
import { english as words } from './site/words.ts';

/** The texts of the status from now on. A later one may replace one before the test reads it. */
const announcements = async (page: Page): Promise<() => Promise<string[]>> => {
  const texts = await page.locator('#root > p[role=status]').evaluateHandle((status) => {
    const seen: string[] = [];
    new MutationObserver(() => seen.push(status.textContent)).observe(status, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    return seen;
  });
  return () => texts.jsonValue();
};

test('SE-01 is logged out without a token and a user; a logout or an invalid token clears both', {
  tag: '@journey',
}, async ({ page, site, consoleErrors }) => {
  const { client, ...member } = await newMember(site.origin, 'Annie Easley');
  const avatar = page.getByRole('button', { name: words.account('Annie Easley') });
  const both = async () => {
    const { authToken, currentUser } = await storedIn(page);
    return [authToken, currentUser];
  };
  await page.goto('/');
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);

  const dialog = await openLogin(page);
  const announced = await announcements(page);
  await submitLogin(dialog, member.person.password, member.person.email);
  await enterBackupCode(dialog, member.backupCodes[0]);
  await expect(avatar).toBeAttached();
  await expect.poll(announced).toContain('Your votes are loaded.');
  const [token, user] = await both();
  expect(token?.split('.')).toHaveLength(3);
  expect(JSON.parse(user ?? '')).toEqual(member.user);
  await expect(dialog).toHaveCount(0);
  await avatar.click();
  await page.getByRole('button', { name: words.logOut }).click();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);

  // A token that the server no longer accepts.
  await client.call('POST', '/users/logout');
  await enter(page, member);
  await expect(page.getByRole('banner').getByRole('button', { name: words.logIn, includeHidden: true })).toBeVisible();
  expect(await both()).toEqual([undefined, undefined]);
  ignoreRefusals(consoleErrors);
});

test('RO-02 every request contains the address of the configured lookup, the user agent and the time zone', async ({
  page,
  consoleErrors,
}) => {
  // The server configures the lookup; this test changes it.
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('"ipLookupUrl":"/api/client-ip"', '"ipLookupUrl":"/elsewhere/address"');
    expect(body).toContain('/elsewhere/address');
    await route.fulfill({ response: answer, body });
  });
  await page.route('/elsewhere/address', (route) => route.fulfill({ json: { ip: '203.0.113.7' } }));
  const asked = page.waitForRequest('**/api/users/login');
  const dialog = await openLogin(page);
  await submitLogin(dialog, 'Secret1!', 'nobody@example.org');
  const headers = (await asked).headers();
  const [agent, zone] = await page.evaluate(() => [
    navigator.userAgent,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ]);
  expect([headers['x-client-ip'], headers['x-client-user-agent'], headers['x-time-zone']]).toEqual([
    '203.0.113.7',
    agent,
    zone,
  ]);
  await expect(dialog.getByText('Could not find an account with this email or phone number')).toBeVisible();
  // Chromium refuses the socket to a page that it did not load itself.
  ignoreRefusals(consoleErrors, /ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/);
});

test('the page works until it is closed if the browser blocks its storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await fakeUserInfo(page, []);
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  // The key of the request is kept between the screens of the password and of the code.
  await secondFactor.reach({ page, words, dialog });
  await answer(page, secondFactor.path, success({ token: TOKEN, user: SOMEONE }));
  await answer(page, '/users/logout', { status: 200, body: { success: true } });
  const asked = page.waitForRequest(`**/api${secondFactor.path}`);
  await secondFactor.press({ page, words, dialog });
  expect((await asked).postDataJSON()).toMatchObject({ otpCode: '123456', requestKey: expect.stringMatching(/./) });
  await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
});

test('tabs share the login state, also during a login or a step', async ({ page, context, site, consoleErrors }) => {
  const { person, backupCodes } = await newMember(site.origin, 'Sophie Wilson');
  await holdClock(page);
  const other = await context.newPage();
  const waiting = await openLogin(other);
  await expect(waiting.getByRole('heading', { name: words.loginTitle })).toBeVisible();

  const dialog = await openLogin(page);
  await submitLogin(dialog, person.password, person.email);
  await enterBackupCode(dialog, backupCodes[0]);
  await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible();
  await page.clock.runFor(4_500);
  await expect(other.getByRole('button', { name: words.account(person.name) })).toBeVisible();
  await expect(waiting).toHaveCount(0);

  // The other tab is at a step for members when the first one logs out.
  await openMissingStep(other, words);
  await expect(waiting.getByRole('heading', { name: words.phoneTitle })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: words.account(person.name) }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  const login = waiting.getByRole('heading', { name: words.loginTitle });
  await runUntil(other, () => login.isVisible(), true);
  await expect(waiting.getByText('Your session has ended. Log in again.')).toBeVisible();
  ignoreRefusals(consoleErrors);
});
