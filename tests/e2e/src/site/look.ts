import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Desk, Screen } from './screens.ts';

export const HEIGHTS = { 360: 740, 768: 1024, 1440: 900 } as const;

type Width = keyof typeof HEIGHTS;
/** A part of the page that is compared with pictures. */
export type Look = {
  readonly what: string;
  readonly at: readonly (readonly [Width, Language])[];
  /** axe looks at the whole page, not only at the dialog. */
  readonly whole?: true;
  /** It is one of several that look alike, and has no picture. */
  readonly plain?: true;
  /** It is a dialog that has to fit a phone with text of twice the size. */
  readonly sheet?: true;
  /** It closes by itself, on a slow machine before anything else than its picture could be looked at. */
  readonly brief?: true;
  /** The verifications of the logged-in user; undefined without one. */
  readonly verified?: readonly string[];
  readonly show: (desk: Desk) => Promise<Page | Locator>;
};

/** The dialog of a step. */
export const step = (what: string, screen: Screen, at: Look['at'][number], plain?: true): Look => ({
  what,
  at: [at],
  sheet: true,
  ...(plain ? { plain } : {}),
  ...(screen.verified ? { verified: screen.verified } : {}),
  show: async (desk) => {
    await screen.reach(desk);
    return desk.dialog;
  },
});

/** All verifications that a vote requires. */
export const EVERYTHING = ['PHONE', 'TELEGRAM_SUBSCRIPTION'];

/** Compares a part of the page with its stored image, except clocks and counts. */
export const expectLook = async (page: Page, part: Page | Locator, name: string): Promise<void> => {
  await expect(page.locator('[data-loader]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  // What is behind a dialog would be masked in front of it.
  const isBehind = 'goto' in part && (await page.getByRole('dialog').count()) > 0;
  // Builds of Chromium draw glyphs and gradients a little differently.
  await expect(part).toHaveScreenshot(`${name}.png`, {
    maxDiffPixelRatio: 0.02,
    threshold: 0.3,
    mask: isBehind ? [] : [part.getByRole('timer'), part.locator('[data-turnout]')],
  });
};

/** Scrolls to where the first nomination begins. */
export const atNominations = async (page: Page): Promise<Page> => {
  await page
    .locator('#nominations h3')
    .first()
    .evaluate((title) => title.scrollIntoView({ block: 'start' }));
  return page;
};
