import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { HEIGHTS } from './look.ts';

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
