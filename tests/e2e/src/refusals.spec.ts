import type { Locator, Page } from '@playwright/test';
import { generate } from 'otplib';
import { askTelegram, confirmInTelegram, kept, openAccount } from './site/account.ts';
import { chooseNominee, chooseUnverified, nominees } from './site/ballot.ts';
import { holdClock } from './site/clock.ts';
import { readAnswers, settle } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { type Run, runAt } from './site/runs.ts';
import { createVoter } from './site/voter.ts';
import { type Words, wordsByLanguage } from './site/words.ts';

const nominee = nominees.verdantReach;
const HALF_AN_HOUR_MS = 1_800_000;
const REFUSED_COLOUR = 'rgb(255, 143, 143)';

/** The browser logs every response of 4xx and 5xx, and every request without a response. */
const REFUSED = /Failed to load resource: the server responded with a status of 403/;

const FAILED_INFO = /Failed to load resource: the server responded with a status of 500/;

/** What the page knows of the user when the nominee is chosen, and so when it leads to the missing step. */
const KNOWLEDGE = [
  { when: 'before the confirmation', known: true, run: runAt(0) },
  { when: 'after a refused vote, if the page could not know', known: false, run: runAt(1) },
] as const;

const WAITING = {
  en: {
    title: 'Verification in progress',
    text: 'Please wait until the verification is completed',
    awaited: 'We are waiting for you to confirm in the Telegram bot.',
    action: 'Open the verification',
  },
  uk: {
    title: 'Перевірка триває',
    text: 'Зачекайте, доки завершиться перевірка',
    awaited: 'Чекаємо, поки ви підтвердите акаунт у боті Telegram.',
    action: 'Перейти до перевірки',
  },
} as const;

/** Opens the page as the member and chooses the nominee; a page that does not know what is missing casts the vote. */
const chooseAs = async (
  page: Page,
  account: Member,
  { known, run, stored = {} }: { known: boolean; run: Run; stored?: Record<string, string> },
): Promise<void> => {
  const [language, width] = run;
  await page.setViewportSize({ width, height: 800 });
  const info = '**/api/users/info';
  if (!known) await page.route(info, (route) => route.fulfill({ status: 500, json: { broken: true } }));
  // The code that knows of a stored verification loads late.
  const logged = stored.socialRequestId && readAnswers(page, `/api/users/logs/${stored.socialRequestId}`);
  await enter(page, account, { language, ...stored });
  await logged;
  if (known) {
    await chooseUnverified(page, nominee, language);
    return;
  }
  await chooseNominee(page, nominee, language);
  await page.unroute(info);
  const refused = page.waitForResponse('**/api/vote');
  await page.getByRole('button', { name: wordsByLanguage[language].cast }).click();
  const answer = await refused;
  expect(answer.status()).toBe(403);
};

/** Expects the text about what is missing: an alert after a refusal, and no alert before anything was refused. */
const expectWhy = async (dialog: Locator, known: boolean, text: string, words: Words): Promise<void> => {
  const note = dialog.getByRole(known ? 'status' : 'alert').filter({ hasText: text });
  await expect(note).toHaveText(text);
  if (!known) await expect(note).toHaveCSS('color', REFUSED_COLOUR);
  await expect(note.locator('svg')).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toHaveCount(known ? 0 : 1);
  await expect(dialog).toContainText(words.choice(nominee.name));
};

for (const { when, known, run } of KNOWLEDGE) {
  const words = wordsByLanguage[run[0]];
  test(`VO-03 the social modal opens if a Telegram link is stored, ${when}`, async ({ page, site, consoleErrors }) => {
    const account = await openAccount(site.origin, {});
    const link = { link: `${site.origin}/dev/telegram?start=somewhere`, expiresAt: Date.now() + HALF_AN_HOUR_MS };
    await chooseAs(page, account, { known, run, stored: { telegramLink: JSON.stringify(link) } });
    const dialog = page.getByRole('dialog', { name: words.socialTitle });
    await expect(dialog.getByRole('link', { name: words.goToBot })).toHaveAttribute('href', link.link);
    // It opened directly, without a message, although the phone is missing as well.
    await expectWhy(dialog, known, words.bothMissing, words);
    ignoreErrors(consoleErrors, REFUSED, FAILED_INFO);
  });

  for (const status of ['IN_PROGRESS', 'RETRY'] as const) {
    test(`VO-04 a vote waits while a verification is ${status}, and the message goes by itself, ${when}`, async ({
      page,
      site,
      consoleErrors,
    }) => {
      const account = await openAccount(site.origin, { phone: true });
      const eventId = await askTelegram(account);
      if (status === 'RETRY') await confirmInTelegram(account, eventId, false);
      await holdClock(page);
      await chooseAs(page, account, { known, run, stored: { socialRequestId: eventId } });
      const said = WAITING[run[0]];
      const dialog = page.getByRole('dialog', { name: said.title });
      await expect(dialog).toContainText(said.text);
      await expect(dialog).toContainText(said.awaited);
      await expect(dialog.getByRole('button')).toHaveText([said.action]);
      if (status === 'RETRY') {
        // It stays for somebody who uses its keys, and goes after 15 s otherwise.
        await page.keyboard.press('Tab');
        await page.clock.runFor(60_000);
        await settle(page);
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
      } else {
        await page.clock.runFor(14_999);
        await settle(page);
        await expect(dialog).toBeVisible();
        await page.clock.runFor(1);
      }
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await kept(page, 'socialRequestId')).toBe(eventId);
      ignoreErrors(consoleErrors, REFUSED, FAILED_INFO);
    });
  }

  test(`VO-05 a message continues by itself to the phone, ${when}`, async ({ page, site, consoleErrors }) => {
    const account = await openAccount(site.origin, {});
    await holdClock(page);
    await chooseAs(page, account, { known, run });
    const message = page.getByRole('dialog', { name: words.missingTitle });
    await expect(message).toContainText(words.bothMissing);
    await expect(message).toContainText(words.choice(nominee.name));
    await page.clock.runFor(4_500);
    await expect(page.getByRole('dialog', { name: words.phoneTitle })).toBeVisible();
    ignoreErrors(consoleErrors, REFUSED, FAILED_INFO);
  });

  test(`VO-06 the social modal opens if that is missing, and the phone step if only that is, ${when}`, async ({
    page,
    site,
    consoleErrors,
  }) => {
    const withPhone = await openAccount(site.origin, { phone: true });
    await chooseAs(page, withPhone, { known, run });
    const social = page.getByRole('dialog', { name: words.socialTitle });
    await expectWhy(social, known, words.socialMissing, words);
    await expect(social.getByRole('button', { name: words.getLink })).toBeFocused();
    // An open step reopens after a reload, so close it before the next user.
    await page.keyboard.press('Escape');
    await expect(social).toHaveCount(0);

    const withSocial = await openAccount(site.origin, { social: true });
    await chooseAs(page, withSocial, { known, run });
    await expectWhy(page.getByRole('dialog', { name: words.phoneTitle }), known, words.phoneMissing, words);
    ignoreErrors(consoleErrors, REFUSED, FAILED_INFO);
  });
}

test.describe('with its own clock', () => {
  test.use({ alone: true });
  for (const { when, known, run } of KNOWLEDGE) {
    const words = wordsByLanguage[run[0]];
    test(`VO-05 leads over a message, a two-factor code and the SMS to the social account, ${when}`, async ({
      page,
      origin,
      consoleErrors,
    }) => {
      const account = await openAccount(origin, {});
      // Long enough for the session’s code to expire.
      const advanceMs = 20 * 60_000;
      await account.client.call('POST', '/dev/clock', { advanceMs });
      await holdClock(page);
      await chooseAs(page, account, { known, run });

      const message = page.getByRole('dialog', { name: words.missingTitle });
      await expect(message).toContainText(words.bothMissing);
      await message.getByRole('button', { name: words.goOn }).click();
      const dialog = page.getByRole('dialog');
      const since = new Date(Date.now() + advanceMs - 1_000);
      await dialog.getByRole('button', { name: words.send }).click();
      await expect(
        dialog.getByRole('heading', { name: /^(First, a code from the app|Спершу код із застосунку)$/ }),
      ).toBeVisible();
      const epoch = Math.floor((Date.now() + advanceMs) / 1_000);
      await dialog.getByLabel(words.appCode, { exact: true }).fill(await generate({ secret: account.secret, epoch }));
      await dialog
        .getByLabel(words.smsCode, { exact: true })
        .fill(await account.client.codeSentTo(account.person.phoneNumber, since));
      await expect(page.getByRole('dialog', { name: words.socialTitle })).toBeVisible();
      await createVoter(page, words, origin).connectTelegram();

      // The pending vote is still the same.
      await page
        .getByRole('dialog', { name: words.confirmTitle(nominee.name) })
        .getByRole('button', { name: words.cast })
        .click();
      await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
      await page.getByRole('button', { name: words.backToPage }).click();
      ignoreErrors(consoleErrors, REFUSED, FAILED_INFO, /status of 400/);
    });
  }
});
