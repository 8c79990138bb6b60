// cspell:ignore lanternway
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openAccount } from '../site/account.ts';
import { findings } from '../site/axe.ts';
import { enter } from '../site/member.ts';
import { type Desk, NOBODY, startDesk } from './desk.ts';
import { test as base } from './fixtures.ts';
import { consoleWords } from './words.ts';

/** The page's texts of the form. */
const textsIn = (language: string) => {
  const file = new URL(`../../../../apps/web/src/i18n/locales/${language}/entries.json`, import.meta.url);
  return texts.parse(JSON.parse(readFileSync(file, 'utf8')));
};
const text = z.string();
const texts = z.object({ formTitle: text, add: text, name: text, why: text, send: text, sent: text });

/** An award in which people put forward who should be nominated. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const nominating = { opensIn: -1, closesIn: 50 };
      const times = { nominating, opensIn: 98, closesIn: 150, announcedIn: 200, visibility: 'live' } as const;
      const desk = await startDesk(async () => NOBODY, times);
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

for (const { language, width } of [
  { language: 'en', width: 1440 },
  { language: 'uk', width: 360 },
] as const) {
  test(`a name is put forward on the page, and merged, accepted and undone at the desk, in ${language} at ${width} px`, async ({
    colleague,
    desk,
    browser,
  }) => {
    const say = consoleWords(language);
    const own = textsIn(language);
    // Both languages use one award.
    const place = language === 'en' ? 3 : 5;
    const context = await browser.newContext({
      baseURL: desk.site.origin,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const look = async (at: typeof page, what: string) => {
      // What lies under the loader is faint.
      await expect(at.locator('[data-loader]')).toHaveCount(0);
      expect(await findings(at), what).toEqual([]);
      expect(await at.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
    };
    for (const name of ['Lanternway', 'Лантернвей', 'Lantern Way Sports']) {
      const account = await openAccount(desk.site.origin, { phone: true, social: true });
      await enter(page, account, { language });
      await page.getByRole('button', { name: own.formTitle, exact: true }).click();
      await expect(page.getByText(own.add).first()).toBeVisible();
      if (name === 'Lanternway') await look(page, 'list');
      await page.getByRole('dialog').getByRole('button', { name: own.add }).nth(place).click();
      await page.getByLabel(own.name, { exact: true }).fill(`${name} ${language}`);
      await page.getByLabel(own.why, { exact: true }).fill('Pays on time.');
      if (name === 'Lanternway') await look(page, 'form');
      await page.getByRole('button', { name: own.send, exact: true }).click();
      await expect(page.getByText(own.sent)).toBeVisible();
      if (name === 'Lanternway') await look(page, 'sent');
    }
    await context.close();

    const { page: screen } = await colleague('editor', {
      width,
      height: 900,
      locale: language === 'uk' ? 'uk-UA' : 'en-GB',
    });
    await screen.goto(`${desk.origin}/entries`);
    await screen.getByRole('combobox').selectOption({ index: place });
    await screen.getByText(`Lanternway ${language}`, { exact: true }).first().click();
    await expect(screen.getByText(`Лантернвей ${language}`)).toBeVisible();
    await look(screen, 'candidate');
    const press = (key: string) =>
      screen
        .getByRole('button', { name: new RegExp(`^${say(key)}`) })
        .first()
        .click();
    await press('entries.act.merge');
    await expect(screen.getByText(`Lantern Way Sports ${language}`, { exact: true })).toBeVisible();
    await press('entries.act.undo');
    await look(screen, 'undone');
  });
}
