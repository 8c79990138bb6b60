import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { HEIGHTS } from './look.ts';

/** Changes the language, also behind an open dialog, which keeps the pointer and the keyboard away. */
export const speak = async (page: Page, language: Language): Promise<void> => {
  const name = language === 'en' ? 'EN' : 'UA';
  const button = page.getByRole('button', { name, exact: true, includeHidden: true });
  // Before the page's code has started, a click is lost.
  const choose = async () => {
    await button.dispatchEvent('click');
    return page.locator('html').getAttribute('lang');
  };
  await expect.poll(choose).toBe(language);
};

/** Shows the page in a language on a screen of a width, from its top. */
export const showIn = async (page: Page, language: Language, width: keyof typeof HEIGHTS): Promise<void> => {
  await page.setViewportSize({ width, height: HEIGHTS[width] });
  await page.getByRole('button', { name: language === 'en' ? 'EN' : 'UA', exact: true }).click();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
};

/** Presses a button with the keyboard on a small screen, and with the pointer on a large one: the runs cover both. */
export const pressIn = async (button: Locator, width: number): Promise<void> => {
  if (width < 720) await button.press('Enter');
  else await button.click();
};
