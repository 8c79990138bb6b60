import { generate } from 'otplib';
import { askTelegram, confirmInTelegram, kept, openAccount } from './site/account.ts';
import { cardOf, castVote, chooseNominee, nominees } from './site/ballot.ts';
import { allowing, expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

const nominee = nominees.verdantReach;
const HALF_AN_HOUR_MS = 1_800_000;

/** The browser logs every response of 4xx and 5xx, and every request without a response. */
const REFUSED = /Failed to load resource: the server responded with a status of 403/;
const CONFLICT = /Failed to load resource: the server responded with a status of 409/;
const UNAVAILABLE = /Failed to load resource: the server responded with a status of 503/;
const LOST = /net::ERR_(FAILED|CONNECTION_FAILED)/;

test('VO-03 a refused vote opens the social modal if a Telegram link is stored', async ({ page, site, complaints }) => {
  const account = await openAccount(site.origin, {});
  const link = { link: `${site.origin}/dev/telegram?start=somewhere`, expiresAt: Date.now() + HALF_AN_HOUR_MS };
  await enter(page, account, { telegramLink: JSON.stringify(link) });
  await castVote(page, nominee);
  const dialog = page.getByRole('dialog', { name: 'Connect a social account' });
  await expect(dialog.getByRole('link', { name: words.goToBot })).toHaveAttribute('href', link.link);
  // It opened directly, without a message, although the phone is missing as well.
  await expect(dialog.getByRole('alert')).toHaveText(
    'Verify your phone number and connect at least one social account to vote',
  );
  allowing(complaints, REFUSED);
});

for (const status of ['IN_PROGRESS', 'RETRY'] as const) {
  test(`VO-04 a refused vote waits while a verification is ${status}, and the message goes by itself`, async ({
    page,
    site,
    complaints,
  }) => {
    const account = await openAccount(site.origin, { phone: true });
    const eventId = await askTelegram(account);
    if (status === 'RETRY') await confirmInTelegram(account, eventId, false);
    await enter(page, account, { socialRequestId: eventId });
    const logged = page.waitForResponse(`**/api/users/logs/${eventId}`);
    await page.reload();
    await logged;
    await castVote(page, nominee);
    const dialog = page.getByRole('dialog', { name: 'Verification in progress' });
    await expect(dialog).toContainText('Please wait until the verification is completed');
    await expect(dialog.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await kept(page, 'socialRequestId')).toBe(eventId);
    allowing(complaints, REFUSED);
  });
}

test.describe('with its own clock', () => {
  test.use({ alone: true });
  test('VO-05 a refused vote leads over a message, a two-factor code and the SMS to the social account', async ({
    page,
    origin,
    complaints,
  }) => {
    const account = await openAccount(origin, {});
    // Long enough for the session’s code to expire.
    const advanceMs = 20 * 60_000;
    await account.client.call('POST', '/dev/clock', { advanceMs });
    await enter(page, account);
    await castVote(page, nominee);

    const message = page.getByRole('dialog', { name: 'One thing before you vote' });
    await expect(message).toContainText('Verify your phone number and connect at least one social account to vote');
    await message.getByRole('button', { name: words.goOn }).click();
    const dialog = page.getByRole('dialog');
    const since = new Date(Date.now() + advanceMs - 1_000);
    await dialog.getByRole('button', { name: words.send }).click();
    await expect(dialog.getByRole('heading', { name: 'First, a code from the app' })).toBeVisible();
    const epoch = Math.floor((Date.now() + advanceMs) / 1_000);
    await dialog.getByLabel(words.appCode).fill(await generate({ secret: account.secret, epoch }));
    await dialog.getByLabel(words.smsCode).fill(await account.client.codeSentTo(account.person.phoneNumber, since));
    await expect(page.getByRole('dialog', { name: 'Connect a social account' })).toBeVisible();
    await createVoter(page, words, origin).connectTelegram();

    // The pending vote is still the same.
    await page
      .getByRole('dialog', { name: words.confirmTitle(nominee.name) })
      .getByRole('button', { name: words.cast })
      .click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    allowing(complaints, REFUSED, /status of 400/);
  });
});

test('VO-05 the message continues by itself', async ({ page, site, complaints }) => {
  const account = await openAccount(site.origin, {});
  await enter(page, account);
  await castVote(page, nominee);
  await expect(page.getByRole('dialog', { name: 'One thing before you vote' })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Confirm your phone' })).toBeVisible();
  allowing(complaints, REFUSED);
});

test('VO-06 a refused vote opens the social modal if that is missing, and the phone step if only that is', async ({
  page,
  site,
  complaints,
}) => {
  const withPhone = await openAccount(site.origin, { phone: true });
  await enter(page, withPhone);
  await castVote(page, nominee);
  const social = page.getByRole('dialog', { name: 'Connect a social account' });
  await expect(social.getByRole('alert')).toHaveText('Connect a social account to vote');
  await expect(social.getByRole('button', { name: words.getLink })).toBeVisible();
  // An open step reopens after a reload, so close it before the next user.
  await page.keyboard.press('Escape');
  await expect(social).toHaveCount(0);

  const withSocial = await openAccount(site.origin, { social: true });
  await enter(page, withSocial);
  await castVote(page, nominee);
  const phone = page.getByRole('dialog', { name: 'Confirm your phone' });
  await expect(phone.getByRole('alert')).toHaveText('Verify your phone number to vote');
  allowing(complaints, REFUSED);
});

test.describe('a vote whose response is lost', () => {
  test('LP-16 is shown as cast only after the server confirms it, also in the banner', async ({
    page,
    site,
    complaints,
  }) => {
    const account = await openAccount(site.origin, { phone: true, social: true });
    await enter(page, account);
    await chooseNominee(page, nominee);
    // The server records it, but the browser gets no response.
    await page.route('**/api/vote', async (route) => {
      await route.fetch();
      await route.abort('failed');
    });
    const asked = page.waitForRequest('**/api/vote/my-votes');
    await page.getByRole('button', { name: words.cast }).click();
    await asked;
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    const panel = page.getByRole('tabpanel', { name: nominee.category });
    const banner = panel.locator('div', { hasText: words.votedFor }).last().locator('..');
    await expect(banner).toContainText(words.votedFor);
    await expect(banner.getByText(words.yourChoice).locator('..')).toHaveText(`${words.yourChoice}${nominee.name}`);
    await expect(banner.locator('img')).toHaveAttribute('src', /\/api\/edition\/logos\//);
    allowing(complaints, LOST);
  });

  test('is not shown as cast if it never arrived, and can be cast again', async ({ page, site, complaints }) => {
    const account = await openAccount(site.origin, { phone: true, social: true });
    await enter(page, account);
    await chooseNominee(page, nominee);
    await page.route('**/api/vote', (route) => route.abort('failed'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking whether your vote was recorded');
    await expect(dialog.getByRole('alert')).toHaveText(
      "Connection Error: We couldn't reach the server. Please check your internet connection and try again",
    );
    await expect(cardOf(page, nominee)).not.toContainText(words.yourChoice);
    await page.unrouteAll();
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    await expect(cardOf(page, nominee)).toContainText(words.yourChoice);
    allowing(complaints, LOST);
  });

  test('is not cast twice if the next attempt finds it', async ({ page, site, complaints }) => {
    const account = await openAccount(site.origin, { phone: true, social: true });
    await enter(page, account);
    await chooseNominee(page, nominee);
    await page.route('**/api/vote', async (route) => {
      await route.fetch();
      await route.abort('failed');
    });
    await page.route('**/api/vote/my-votes', (route) => route.abort('failed'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('alert')).toContainText("We couldn't reach the server");
    await page.unrouteAll();
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    const own = await account.client.call('GET', '/vote/my-votes');
    expect(own.body).toEqual([nominee.vote]);
    allowing(complaints, LOST, CONFLICT);
  });

  test('is checked again if the server does not know either', async ({ page, site, complaints }) => {
    const account = await openAccount(site.origin, { phone: true, social: true });
    await enter(page, account);
    await chooseNominee(page, nominee);
    const message = 'Your vote may be recorded; we are checking. Ask again in a moment';
    const json = { success: false, code: 'vote.in_doubt', codes: ['vote.in_doubt'], message, errors: [message] };
    await page.route('**/api/vote', (route) => route.fulfill({ status: 503, json }));
    let looks = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/vote/my-votes')) looks += 1;
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(dialog.getByRole('status')).toHaveText('Checking whether your vote was recorded');
    await expect(dialog.getByRole('button', { name: words.cast })).toBeDisabled();
    await expect(dialog.getByRole('alert')).toContainText('We could not confirm that your vote was recorded');
    expect(looks).toBe(3);
    await expect(cardOf(page, nominee)).not.toContainText(words.yourChoice);

    // This time it is recorded while the page looks for it.
    await page.unrouteAll();
    await page.route('**/api/vote', async (route) => {
      setTimeout(() => void account.client.call('POST', '/vote', nominee.vote), 1_000);
      await route.fulfill({ status: 503, json });
    });
    await dialog.getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
    await expect(cardOf(page, nominee)).toContainText(words.yourChoice);
    expect(looks).toBeGreaterThan(4);
    allowing(complaints, UNAVAILABLE);
  });
});
