import type { Locator, Page } from '@playwright/test';
import { createVoterClient } from './journey/client.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { appCodeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

/** More presses than any path through the page needs. */
const MAX_PRESSES = 250;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.length === 1 && elements[0] === document.activeElement);

/** Presses a key until the target has the focus. */
const reach = async (page: Page, target: Locator, key = 'Tab'): Promise<void> => {
  // Messages that close by themselves wait for the keys, because the clock stands still meanwhile.
  await runUntil(page, () => target.isVisible(), true);
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await hasFocus(target)) {
      // The focus must be visible.
      expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard never reached ${target}`);
};

test.use({ viewport: { width: 1024, height: 768 } });

test('goes from the landing page to a vote with only the keyboard', { tag: '@journey' }, async ({ page, site }) => {
  const mailbox = createVoterClient(site.origin);
  const person = newPerson('Hedy Lamarr');
  const dialog = page.getByRole('dialog');
  const button = (name: string) => dialog.getByRole('button', { name });
  const press = async (target: Locator, where = page) => {
    await reach(where, target);
    await where.keyboard.press('Enter');
  };
  const type = async (target: Locator, text: string) => {
    await reach(page, target);
    await page.keyboard.type(text);
  };

  await holdClock(page);
  await page.goto('/');
  // The first tab stop skips the header.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/#nominations');
  await reach(page, page.getByRole('tab', { name: 'Gambling' }));
  await reach(page, page.getByRole('tab', { name: 'Nutra' }), 'ArrowRight');
  const panel = page.getByRole('tabpanel', { name: 'Nutra' });
  const card = panel.locator('li[data-company]').first();
  const nominee = (await card.getByRole('heading').textContent()) ?? '';
  await press(card.getByRole('button', { name: words.voteFor(nominee) }));

  await press(button(words.noAccount));
  await reach(page, dialog.getByRole('checkbox', { name: words.mailboxTick }));
  await page.keyboard.press('Space');
  await press(button(words.mailboxConfirm));
  await type(dialog.getByLabel(words.name, { exact: true }), person.name);
  await type(dialog.getByLabel(words.email, { exact: true }), person.email);
  await type(dialog.getByLabel(words.password, { exact: true }), person.password);
  await type(dialog.getByLabel(words.repeatPassword, { exact: true }), person.password);
  await type(dialog.getByLabel(words.phone, { exact: true }), person.phoneNumber.slice(1));
  await press(button(words.signUp));
  await press(button(words.enterCode));
  await type(dialog.getByLabel(words.emailCode), await mailbox.codeSentTo(person.email, new Date(0)));

  await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await press(button(words.goOn));
  await type(dialog.getByLabel(words.appCode, { exact: true }), await appCodeAt(site.origin, secret));
  await press(button(words.saved));

  await press(button(words.send));
  await type(
    dialog.getByLabel(words.smsCode, { exact: true }),
    await mailbox.codeSentTo(person.phoneNumber, new Date(0)),
  );

  await press(button(words.getLink));
  const opened = page.waitForEvent('popup');
  await press(dialog.getByRole('link', { name: words.goToBot }));
  const bot = await opened;
  await bot.waitForLoadState();
  await press(bot.getByRole('button', { name: 'Confirm as member' }), bot);
  await expect(bot.getByRole('status')).not.toBeEmpty();
  await bot.close();

  await press(button(words.cast));
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText(words.yourChoice);
});
