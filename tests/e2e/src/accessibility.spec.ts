import type { Page } from '@playwright/test';
import { findings } from './site/axe.ts';
import { expect, test } from './site/fixtures.ts';
import { newPerson } from './site/person.ts';
import { noteDialogs } from './site/said.ts';
import { createVoter } from './site/voter.ts';
import { english, ukrainian } from './site/words.ts';

const runs = [
  { language: 'en', words: english, viewport: { width: 1440, height: 900 } },
  { language: 'uk', words: ukrainian, viewport: { width: 360, height: 740 } },
];

for (const { language, words, viewport } of runs) {
  test.describe(`axe, ${language}, ${viewport.width} px`, () => {
    test.use({ viewport });

    test('finds no violation on any screen from the landing page to the vote', async ({ page, site }) => {
      const dialog = page.getByRole('dialog');
      const said = await noteDialogs(page);
      const look = async (where: string) => expect(await findings(page), where).toEqual([]);

      await page.goto('/');
      if (language !== 'en') await page.getByRole('button', { name: 'UA' }).click();
      await look('the page');
      // Nutra, because other journeys expect the first votes in most of the other categories.
      await page.getByRole('tab').nth(2).click();
      await page
        .getByRole('button', { name: words.voteFor('') })
        .first()
        .click();
      await expect(dialog).toBeVisible();
      await look('login');
      await dialog.getByRole('button', { name: words.logIn }).click();
      await look('login with errors');
      const voter = createVoter(page, words, site.origin);
      const person = newPerson(language === 'uk' ? 'Леся Зоря' : 'Mary Somerville');
      await voter.signUp(person);
      await expect.poll(() => said).toContainEqual(expect.stringContaining(words.enterCode));
      await look('signed up');
      // The message closes by itself, on a slow machine before axe has finished.
      await voter.enterEmailCode();
      await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
      await look('authenticator');
      await voter.linkAuthenticator();
      await expect(dialog.getByRole('button', { name: words.send })).toBeVisible();
      await look('phone');
      await voter.confirmPhone();
      await expect(dialog.getByRole('button', { name: words.getLink })).toBeVisible();
      await look('Telegram');
      await dialog.getByRole('tab', { name: 'Instagram' }).click();
      await look('Instagram');
      await dialog.getByRole('tab', { name: 'Telegram' }).click();
      await voter.connectTelegram();
      await expect(dialog.getByRole('button', { name: words.cast })).toBeVisible();
      await look('the vote');
      await dialog.getByRole('button', { name: words.cast }).click();
      await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
      await look('done');
      await page.getByRole('button', { name: words.backToPage }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByRole('button', { name: words.account(person.name) }).click();
      await expect(page.getByRole('button', { name: words.logOut })).toBeVisible();
      await look('the menu, and a choice');
    });
  });
}

/** Expects no visible part of the page to be wider than the screen. */
const expectToFit = async (page: Page, width: number): Promise<void> => {
  for (const part of await page.locator('section, footer').all()) {
    await part.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
};

for (const words of [english, ukrainian]) {
  test(`text of twice the size fits the width of a phone, ${words === english ? 'en' : 'uk'}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    if (words === ukrainian) await page.getByRole('button', { name: 'UA' }).click();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectToFit(page, 390);
    await page.getByRole('banner').getByRole('button', { name: words.logIn }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeVisible();
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });
}

for (const width of [320, 2560]) {
  test(`nothing is wider than a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    for (const language of ['UA', 'EN']) {
      await page.getByRole('button', { name: language, exact: true }).click();
      await expectToFit(page, width);
      await page.evaluate(() => window.scrollTo(0, 0));
    }
  });
}
