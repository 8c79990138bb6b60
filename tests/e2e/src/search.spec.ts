import type { Page } from '@playwright/test';
import { openWithLanguage } from './site/answers.ts';
import { findings } from './site/axe.ts';
import { expect, test } from './site/fixtures.ts';

const RUNS = [
  { language: 'en', width: 1440, height: 900, tab: 'Betting', nomination: /Industry Voice/ },
  { language: 'uk', width: 360, height: 740, tab: 'Бетинг', nomination: /Голос індустрії/ },
] as const;

const field = (page: Page) => page.getByRole('combobox');

for (const { language, width, height, tab, nomination } of RUNS) {
  test.describe(`the search, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test.beforeEach(async ({ page }) => {
      await openWithLanguage(page, language);
      await page.goto('/');
    });

    test('leads with the keyboard to a card in another category', async ({ page }) => {
      const sent: string[] = [];
      page.on('request', (request) => sent.push(request.url()));
      await field(page).focus();
      await field(page).pressSequentially('north');
      const options = page.getByRole('option');
      await expect(options.first()).toContainText('Northlight Partners');
      await field(page).press('ArrowDown');
      await field(page).press('ArrowDown');
      const active = page.getByRole('option', { selected: true });
      await expect(active).toContainText(tab);
      expect(await field(page).getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
      await field(page).press('Enter');
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
      const card = page.locator('#best-partner li[data-company=northlight-partners]');
      await expect(card).toBeFocused();
      await expect(card).toHaveAttribute('aria-current', 'true');
      await expect(card).toBeInViewport({ ratio: 1 });
      expect(sent.filter((url) => /north/.test(new URL(url).search))).toEqual([]);
      await expect(field(page)).toHaveValue('');
    });

    test('leads with a pointer to a card of a closed nomination', async ({ page }) => {
      const opener = page.locator('#industry-voice').getByRole('button', { name: nomination });
      await expect(opener).toHaveAttribute('aria-expanded', 'false');
      await field(page).fill('КОЛОСИВСЬКА');
      await page.getByRole('option').first().click();
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      const card = page.locator('li[data-company=daryna-kolosivska]');
      await expect(card).toBeFocused();
      await expect(card).toBeInViewport({ ratio: 1 });
    });

    test('says that it finds nothing, and closes with Escape', async ({ page }) => {
      await field(page).fill('qqqq');
      await expect(page.getByRole('search').getByRole('status')).not.toBeEmpty();
      await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
      await field(page).fill('simka');
      await expect(page.getByRole('listbox')).toBeVisible();
      await field(page).press('Escape');
      await expect(page.getByRole('listbox')).toBeHidden();
      await expect(field(page)).toHaveValue('simka');
      await field(page).press('Escape');
      await expect(field(page)).toHaveValue('');
    });

    test('has no violation of an axe rule, and fits the screen', async ({ page }) => {
      await field(page).fill('o');
      await expect(page.getByRole('option').first()).toBeVisible();
      await field(page).press('ArrowDown');
      await expect(page.getByRole('option', { selected: true })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await field(page).fill('qqqq');
      await expect(page.getByRole('search').getByRole('status')).not.toBeEmpty();
      expect(await findings(page)).toEqual([]);
    });
  });
}
