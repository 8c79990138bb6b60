import type { Locator, Page } from '@playwright/test';
import { comeLoggedIn, comeSpeaking } from './site/answers.ts';
import { untilMissingKnown } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { speeches, type Words } from './site/words.ts';

// A visitor who is known to lack a verification completes it before the confirmation of the vote, not after a refusal.

const firstVote = (page: Page, words: Words): Locator => page.getByRole('button', { name: words.voteFor('') }).first();
const nomineeOf = async (button: Locator, words: Words): Promise<string> =>
  ((await button.getAttribute('aria-label')) ?? '').replace(words.voteFor(''), '');

/** The red, green and blue of an element's text. */
const colourOf = async (text: Locator): Promise<number[]> =>
  ((await text.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g) ?? []).slice(0, 3).map(Number);

for (const [language, width] of RUNS) {
  const words = speeches[language];
  const cases = [
    { what: 'the phone', verified: ['TELEGRAM_SUBSCRIPTION'], title: words.phoneTitle, why: words.phoneMissing },
    { what: 'the social account', verified: ['PHONE'], title: words.socialTitle, why: words.socialMissing },
    { what: 'both', verified: [], title: words.missingTitle, why: words.bothMissing },
  ] as const;

  test.describe(`a visitor without a verification, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const { what, verified, title, why } of cases) {
      test(`is led to ${what} before the confirmation, neutrally and with the choice in view`, async ({ page }) => {
        const votes: string[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/api/vote')) votes.push(request.method());
        });
        await comeSpeaking(page, language);
        await comeLoggedIn(page, verified);
        await page.goto('/');
        await untilMissingKnown(page);
        const button = firstVote(page, words);
        const nominee = await nomineeOf(button, words);
        // By keyboard on a wide screen, by a press on a narrow one.
        if (width === 1440) await button.press('Enter');
        else await button.click();
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog).toContainText(words.choice(nominee));
        await expect(dialog).toContainText(why);
        await expect(dialog.getByRole('alert')).toHaveCount(0);
        const [red = 0, green = 0, blue = 0] = await colourOf(dialog.getByText(why));
        // A grey: what is missing is neither an error nor a success.
        expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40);
        if (what === 'both') {
          await expect(dialog.getByRole('button', { name: words.goOn })).toBeFocused();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('dialog', { name: words.phoneTitle })).toContainText(words.choice(nominee));
        }
        expect(votes).toEqual([]);
      });
    }

    test('has the focus on the way back where the vote is confirmed', async ({ page }) => {
      await comeSpeaking(page, language);
      await comeLoggedIn(page, ['PHONE', 'TELEGRAM_SUBSCRIPTION']);
      await page.goto('/');
      const button = firstVote(page, words);
      const dialog = page.getByRole('dialog', { name: words.confirmTitle(await nomineeOf(button, words)) });
      await button.press('Enter');
      await expect(dialog.getByRole('button', { name: words.notYet })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    });

    test('sees that the pressed button is busy while the code of the modal loads', async ({ page }) => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/assets\/modals-.*\.js/, async (route) => {
        await held;
        await route.continue();
      });
      await comeSpeaking(page, language);
      await page.goto('/');
      const [button, other] = [firstVote(page, words), page.getByRole('button', { name: words.voteFor('') }).nth(1)];
      if (width === 1440) await button.press('Enter');
      else await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(other).not.toHaveAttribute('aria-busy');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      release();
      await expect(page.getByRole('dialog', { name: words.loginTitle })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(button).not.toHaveAttribute('aria-busy');
      await expect(button).toBeFocused();
    });
  });
}

test('the code of the modals loads with the first touch, and at once for a logged-in visitor', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.origin, hasTouch: true, viewport: { width: 360, height: 800 } });
  const modals: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/modals-.*\.js/.test(request.url())) modals.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(modals).toEqual([]);
  await page.touchscreen.tap(5, 300);
  await expect.poll(() => modals.length).toBe(1);
  await comeLoggedIn(page, []);
  await page.goto('/');
  await expect.poll(() => modals.length).toBe(2);
  await page.close();
});
