import type { Locator, Page } from '@playwright/test';
import { comeLoggedIn, comeSpeaking, knowSomeone } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { forgiveRefusals } from './site/refusals.ts';
import * as screens from './site/screens.ts';
import { STEP_LOOKS } from './site/step-looks.ts';
import { speeches } from './site/words.ts';

// Text of twice the size (WCAG 1.4.4) on a phone of 360 px: nothing is cut off, and nothing scrolls sideways.

const WIDTH = 360;
test.use({ viewport: { width: WIDTH, height: 740 } });

/** Doubles the size of all text like a browser's setting. */
const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Elements that overflow the screen or their own box, except tabs, which may scroll sideways. */
const overflowing = (part: Locator): Promise<string[]> =>
  part.evaluate((root, width) => {
    const found: string[] = [];
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').slice(0, 40)}”`;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (box.width <= 1 || style.position === 'absolute' || element.closest('[role=tablist], svg, [aria-hidden=true]'))
        continue;
      if (box.right > width + 0.5 || box.left < -0.5) found.push(`${name}: from ${box.left} to ${box.right}`);
      // An input scrolls by itself, but must show a few characters.
      if (element instanceof HTMLInputElement) {
        if (element.clientWidth < 100) found.push(`${name}: only ${element.clientWidth} wide`);
        continue;
      }
      // The invisible field under the boxes of a code is wider than them, for the badge of a password manager.
      if (element.querySelector('[data-input-otp]')) continue;
      const cut =
        element.textContent !== '' && element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline';
      if (cut && element.clientWidth > 0) found.push(`${name}: ${element.scrollWidth} in ${element.clientWidth}`);
    }
    return found;
  }, WIDTH);

for (const [language, words] of Object.entries(speeches)) {
  test(`the page fits a phone with text of twice the size, ${language}`, async ({ page }) => {
    await comeSpeaking(page, language === 'uk' ? 'uk' : 'en');
    await page.goto('/');
    await enlarge(page);
    for (const part of await page.locator('header, main > section, footer').all()) {
      await part.scrollIntoViewIfNeeded();
      expect(await overflowing(part)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);
    }
  });

  test(`the menu fits a phone with text of twice the size, ${language}`, async ({ page }) => {
    await comeSpeaking(page, language === 'uk' ? 'uk' : 'en');
    await comeLoggedIn(page, ['PHONE']);
    await page.goto('/');
    await enlarge(page);
    await page.getByRole('button', { name: words.account('Ada Lovelace') }).click();
    expect(await overflowing(page.getByRole('dialog'))).toEqual([]);
    expect(await overflowing(page.getByRole('banner'))).toEqual([]);
  });

  for (const [what, screen] of Object.entries(screens)) {
    test(`the step fits a phone with text of twice the size, ${language}: ${what}`, async ({ page, complaints }) => {
      const dialog = page.getByRole('dialog');
      await comeSpeaking(page, language === 'uk' ? 'uk' : 'en');
      if (screen.verified) await comeLoggedIn(page, screen.verified);
      await page.goto('/');
      await screen.reach({ page, words, dialog });
      await enlarge(page);
      await expect(dialog).toBeVisible();
      expect(await overflowing(dialog)).toEqual([]);
      forgiveRefusals(complaints);
    });
  }

  for (const look of STEP_LOOKS.filter(({ what }) =>
    ['linking', 'backup-codes', 'vote-cast', 'vote-refused'].includes(what),
  )) {
    test(`the step fits a phone with text of twice the size, ${language}: ${look.what}`, async ({
      page,
      complaints,
    }) => {
      await comeSpeaking(page, language === 'uk' ? 'uk' : 'en');
      if (look.verified) await comeLoggedIn(page, look.verified);
      else await knowSomeone(page, []);
      await page.goto('/');
      await look.show(page, words);
      await enlarge(page);
      expect(await overflowing(page.getByRole('dialog'))).toEqual([]);
      if (look.what === 'backup-codes') await page.getByRole('button', { name: words.saved }).click();
      forgiveRefusals(complaints);
    });
  }
}
