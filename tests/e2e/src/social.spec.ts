import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { askTelegram, kept, openAccount } from './site/account.ts';
import { chooseUnverified, nominees } from './site/ballot.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { settle } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { RUNS } from './site/runs.ts';
import { createVoter } from './site/voter.ts';
import { pillOf } from './site/votes.ts';
import { english as words, wordsByLanguage } from './site/words.ts';

const LINK_LIFE_MS = 1_800_000;
const SUBMISSIONS_A_DAY = 5;

/** The browser logs every error response. */
const REFUSED = /Failed to load resource: the server responded with a status of (409|429)/;

const openSocial = async (page: Page, account: Member) => {
  await enter(page, account);
  await chooseUnverified(page, nominees.verdantReach);
  const dialog = page.getByRole('dialog', { name: 'Connect a social account' });
  await expect(dialog).toBeVisible();
  return dialog;
};

const nameOf = ({ person }: Member): string => `ada.${person.email.slice(6, 14)}`;

const submittedSchema = z.object({ data: z.object({ proofCode: z.string() }) });

const submit = ({ client }: Member, tag: string) =>
  client.call('POST', '/users/verification', { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag });

test('MD-07 SO-04 Telegram: a link, then the bot; the link is stored, and discarded when it has expired', async ({
  page,
  site,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  const dialog = await openSocial(page, account);
  await expect(dialog.getByRole('tab')).toHaveText(['Telegram', 'Instagram']);
  await expect(dialog.getByRole('tab', { selected: true })).toHaveText('Telegram');
  await expect(dialog.getByRole('link', { name: words.goToBot })).toHaveCount(0);

  const before = Date.now();
  const answered = page.waitForResponse('**/api/users/verification/telegram-link');
  await dialog.getByRole('button', { name: words.getLink }).click();
  const { data } = await (await answered).json();
  const bot = dialog.getByRole('link', { name: words.goToBot });
  await expect(bot).toHaveAttribute('href', data.link);
  await expect(bot).toHaveAttribute('rel', /noopener/);
  expect(data.link).toContain(data.code);
  const link = JSON.parse((await kept(page, 'telegramLink')) ?? '');
  expect(link.link).toBe(data.link);
  expect(link.expiresAt).toBeGreaterThanOrEqual(before + LINK_LIFE_MS);
  expect(link.expiresAt).toBeLessThanOrEqual(Date.now() + LINK_LIFE_MS);
  expect(await kept(page, 'socialRequestId')).toBe(data.code);
  await expect(dialog.getByText('Waiting for you to confirm on Telegram')).toBeVisible();

  // After a reload the step is open again with the same link.
  await page.reload();
  await expect(bot).toHaveAttribute('href', data.link);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    'telegramLink',
    JSON.stringify({ ...link, expiresAt: Date.now() - 1 }),
  ] as const);
  await expect(bot).toHaveCount(0);
  expect(await kept(page, 'telegramLink')).toBeNull();
});

test('MD-07 Instagram: a page to follow, a username, a note of the three minutes, and the code to send', async ({
  page,
  site,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  const dialog = await openSocial(page, account);
  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  const subscribe = dialog.getByRole('link', { name: 'Follow us on Instagram' });
  await expect(subscribe).toHaveAttribute('href', /^https:\/\//);
  await expect(subscribe).toHaveAttribute('target', '_blank');
  await expect(dialog.getByText('Verification may take up to 3 minutes.')).toBeVisible();
  await dialog.getByLabel('Instagram username').fill(`@${nameOf(account)}`);
  const answered = page.waitForResponse('**/api/users/verification');
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const { data } = await (await answered).json();
  await expect(dialog.locator('code')).toHaveText(data.proofCode);
  await expect(dialog.getByText('We will review your request and let you know by email')).toBeVisible();

  // Closed and opened again, the page still knows the code.
  await page.keyboard.press('Escape');
  await chooseUnverified(page, nominees.verdantReach);
  await expect(page.getByText('Please wait until the verification is completed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A rejection is shown, and another name can be submitted at once.
  await openSocialAgain(page, data.identifier);
  await expect(dialog.getByText('That didn’t work. Try again, or use the other network.')).toBeVisible();
  await expect(dialog.getByLabel('Instagram username')).toBeEditable();
});

test('SO-01 VO-04 the code to send is shown again after a reload and in another tab, without being stored', async ({
  page,
  context,
  site,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  const dialog = await openSocial(page, account);
  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  await dialog.getByLabel('Instagram username').fill(nameOf(account));
  const answered = page.waitForResponse('**/api/users/verification');
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const { proofCode } = (await (await answered).json()).data;
  await page.reload();
  await expect(dialog.locator('code')).toHaveText(proofCode);
  await page.keyboard.press('Escape');

  // While the verification is pending, a vote opens the step with the code.
  const other = await context.newPage();
  await other.goto('/');
  for (const tab of [page, other]) {
    await chooseUnverified(tab, nominees.verdantReach);
    const waiting = tab.getByRole('dialog', { name: 'Verification in progress' });
    await expect(waiting).toContainText('Please wait until the verification is completed');
    await waiting.getByRole('button', { name: 'Show my code' }).click();
    await expect(tab.getByRole('dialog').locator('code')).toHaveText(proofCode);
    expect(await tab.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(proofCode);
    await tab.keyboard.press('Escape');
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }
  await other.close();

  await page.getByRole('button', { name: words.account('Ada Lovelace') }).click();
  await page.getByRole('button', { name: words.logOut }).click();
  await expect(page.getByRole('button', { name: words.logIn })).toBeVisible();
  expect(await kept(page, 'socialRequestId')).toBeNull();
  expect(await page.content()).not.toContain(proofCode);
});

/** What the page says while a verification is in progress. */
const WAITING = {
  en: {
    title: 'Verification in progress',
    wait: 'Please wait until the verification is completed',
    awaited: 'We are waiting for your direct message with the code on Instagram.',
    show: 'Show my code',
    copy: 'Copy',
    instead: 'Use Telegram instead',
  },
  uk: {
    title: 'Перевірка триває',
    wait: 'Зачекайте, доки завершиться перевірка',
    awaited: 'Чекаємо на ваше особисте повідомлення з кодом в Instagram.',
    show: 'Показати мій код',
    copy: 'Скопіювати',
    instead: 'Підтвердити через Telegram',
  },
} as const;

for (const [language, width] of RUNS) {
  const said = wordsByLanguage[language];
  const { title, wait, awaited, show, copy, instead } = WAITING[language];
  const press = (button: Locator) => (width === 1440 ? button.press('Enter') : button.click());

  test(`SO-01 VO-04 the code is shown on another device of the account, and Telegram instead, ${language}, ${width} px`, async ({
    page,
    site,
  }) => {
    const account = await openAccount(site.origin, { phone: true });
    const { proofCode } = submittedSchema.parse((await submit(account, nameOf(account))).body).data;
    await page.setViewportSize({ width, height: 800 });
    await enter(page, account, { language });
    const dialog = page.getByRole('dialog');
    const codeOf = dialog.locator('code');

    await chooseUnverified(page, nominees.verdantReach, language);
    await expect(dialog).toHaveAccessibleName(title);
    await expect(dialog).toContainText(wait);
    await expect(dialog).toContainText(awaited);
    await expect(dialog).toContainText(said.choice('Verdant Reach'));
    await expect(dialog.getByRole('button', { name: show })).toBeFocused();
    await press(dialog.getByRole('button', { name: show }));
    await expect(dialog.getByRole('tab', { selected: true })).toHaveText('Instagram');
    await expect(codeOf).toHaveText(proofCode);
    await expect(dialog.getByRole('button', { name: copy })).toBeFocused();
    // The step is open again after a reload, with the code.
    await page.reload();
    await expect(codeOf).toHaveText(proofCode);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(proofCode);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await chooseUnverified(page, nominees.verdantReach, language);
    await press(dialog.getByRole('button', { name: instead }));
    await expect(dialog.getByRole('tab', { selected: true })).toHaveText('Telegram');
    await expect(dialog.getByRole('button', { name: said.getLink })).toBeFocused();
    await createVoter(page, said, site.origin).connectTelegram();
    await expect(page.getByRole('dialog', { name: said.confirmTitle('Verdant Reach') })).toBeVisible();
  });
}

test('the simulated bot takes a click only once its script listens', async ({ page, consoleErrors }) => {
  const script = Promise.withResolvers<void>();
  await page.route('**/dev/dev.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/dev/telegram', { waitUntil: 'commit' });
  const confirm = page.getByRole('button', { name: 'Confirm as member' });
  expect(await confirm.evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
  const clicked = confirm.click();
  script.resolve();
  await clicked;
  await expect(page.getByRole('status')).not.toBeEmpty();
  ignoreErrors(consoleErrors, /the server responded with a status of 400/);
});

const openSocialAgain = async (page: Page, identifier: string): Promise<void> => {
  const heard = page.waitForResponse(`**/api/users/logs/${identifier}`);
  await page.request.post('/dev/instagram', { data: { identifier, approved: false } });
  await heard;
  await chooseUnverified(page, nominees.verdantReach);
};

test('SO-02 SO-05 no attempts left: a message with a close button, which stays until it is pressed', async ({
  page,
  site,
  consoleErrors,
}) => {
  const account = await openAccount(site.origin, { phone: true });
  for (let tries = 0; tries < SUBMISSIONS_A_DAY; tries += 1) await submit(account, `${nameOf(account)}.${tries}`);
  await holdClock(page);
  const untilShown = (part: Locator) => runUntil(page, () => part.count(), 1);
  await enter(page, account);
  await untilShown(pillOf(page));
  await chooseUnverified(page, nominees.verdantReach);
  // The last name is not decided yet, so its code is shown first.
  const code = page.getByRole('button', { name: 'Show my code' });
  await untilShown(code);
  await code.click();
  const dialog = page.getByRole('dialog', { name: words.socialTitle });
  const again = dialog.getByRole('button', { name: 'Start again with a new code' });
  await untilShown(again);
  await again.click();
  await dialog.getByLabel('Instagram username').fill(nameOf(account));
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const message = page.getByRole('dialog', { name: 'This can’t continue for now' });
  await untilShown(message);
  await expect(message).toContainText('You have no attempts left for now. Contact support and we’ll help.');
  // Longer than a temporary message is shown.
  await page.clock.runFor(6_000);
  await settle(page);
  await message.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  ignoreErrors(consoleErrors, REFUSED);
});

test('SO-02 SO-05 a name of another account: a message with a close button', async ({ page, site, consoleErrors }) => {
  const first = await openAccount(site.origin, { phone: true });
  await submit(first, nameOf(first));
  const second = await openAccount(site.origin, { phone: true });
  const dialog = await openSocial(page, second);
  await dialog.getByRole('tab', { name: 'Instagram' }).click();
  await dialog.getByLabel('Instagram username').fill(nameOf(first).toUpperCase());
  await dialog.getByRole('button', { name: 'Submit my username' }).click();
  const message = page.getByRole('dialog', { name: 'This can’t continue for now' });
  await expect(message).toContainText('This username is already connected to another account');
  await expect(message.getByRole('button', { name: 'Close' }).last()).toBeVisible();
  expect(await kept(page, 'socialRequestId')).toBeNull();
  ignoreErrors(consoleErrors, REFUSED);
});

for (const stored of ['IN_PROGRESS', 'RETRY'] as const) {
  test(`SO-07 ${stored} is stored, the log says nothing, the person is unverified: the request ends`, async ({
    page,
    site,
  }) => {
    const account = await openAccount(site.origin, { phone: true });
    // The server only returns the event to its own user.
    const eventId = await askTelegram(await openAccount(site.origin, {}));
    const socketStatus = JSON.stringify({ eventId, verificationStatus: stored });
    await enter(page, account, { socialRequestId: eventId, socketStatus });
    await expect.poll(() => kept(page, 'socialRequestId')).toBeNull();
    expect(JSON.parse((await kept(page, 'socketStatus')) ?? '')).toEqual({
      eventId,
      verificationStatus: 'NOT_VERIFIED',
    });
  });
}

test('SO-04 SO-07 the stored request and link of a verified user are cleared', async ({ page, site }) => {
  const account = await openAccount(site.origin, { social: true });
  const telegramLink = JSON.stringify({ link: 'https://t.me/somewhere', expiresAt: Date.now() + LINK_LIFE_MS });
  const eventId = await askTelegram(account);
  const socketStatus = JSON.stringify({ eventId, verificationStatus: 'IN_PROGRESS' });
  await enter(page, account, { socialRequestId: eventId, socketStatus, telegramLink });
  await expect.poll(() => kept(page, 'socialRequestId')).toBeNull();
  expect([await kept(page, 'telegramLink'), await kept(page, 'socketStatus')]).toEqual([null, null]);
});
