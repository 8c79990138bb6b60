import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { ends, expectSheetTurned, expectTurned, openTurned } from './site/right-to-left.ts';
import * as screens from './site/screens.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The page for a language that is written from right to left. There is none yet, so the tests turn the English page around.

for (const width of [360, 1440] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: HEIGHTS[width] } });

    test(`begins at the right, and nothing overflows, ${width} px`, async ({ page }) => {
      await openTurned(page);
      const brand = await ends(page, 'header a');
      const login = await ends(page, 'header button:has-text("Log in")');
      expect(brand.left).toBeGreaterThan(login.right);
      const title = await ends(page, 'h1');
      const phase = await ends(page, 'main p');
      expect(Math.abs(title.right - phase.right)).toBeLessThan(1);
      for (const part of await page.locator('header, main > section, footer').all())
        await part.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });

    test(`the search, the answers and the countries begin at the right, ${width} px`, async ({
      page,
      consoleErrors,
    }) => {
      await openWithLanguage(page, 'en');
      await openTurned(page);
      const search = page.getByRole('search');
      await search.getByRole('combobox').fill('north');
      await expect(search.getByRole('option').first()).toBeVisible();
      await expectTurned(search, 'search');
      const [option, logo] = await Promise.all([
        search.getByRole('option').first().boundingBox(),
        search.getByRole('option').first().locator('img').boundingBox(),
      ]);
      expect(logo?.x).toBeGreaterThan((option?.x ?? 0) + (option?.width ?? 0) / 2);
      await search.getByRole('combobox').fill('');

      const dialog = page.getByRole('dialog');
      await page.getByRole('contentinfo').getByRole('button', { name: words.faqTitle }).click();
      await dialog.locator('summary').first().click();
      await expectSheetTurned(dialog, 'questions');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await screens.signup.reach({ page, words, dialog });
      await dialog.getByRole('button', { name: /Choose another country/ }).click();
      await expect(dialog.getByRole('option').first()).toBeVisible();
      await expectSheetTurned(dialog, 'countries');
      ignoreRefusals(consoleErrors);
    });

    test(`what a voter sees begins at the right, ${width} px`, async ({ page }) => {
      await openWithLanguage(page, 'en');
      await fakeLogin(page, EVERYTHING);
      const votes = await everyVote(page);
      await knowVotes(page, votes.slice(0, 1));
      await openTurned(page);
      const pill = pillOf(page);
      await expect(pill).toContainText('1 of 22');
      await expectTurned(pill, 'pill');
      const [count, next] = await Promise.all([
        pill.getByText('1 of 22').boundingBox(),
        pill.getByRole('button').boundingBox(),
      ]);
      expect(count?.x).toBeGreaterThan(next?.x ?? 0);

      const dialog = page.getByRole('dialog');
      for (const tag of ['northlight-partners', 'velvet-key']) {
        await page.locator(`#best-partner li[data-company=${tag}]`).getByRole('heading').getByRole('button').click();
        await expectSheetTurned(dialog, tag);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
      await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
      await dialog.getByRole('button', { name: 'My votes' }).click();
      await expect(dialog).toHaveAccessibleName('My votes');
      await expectSheetTurned(dialog, 'my votes');
      await page.keyboard.press('Escape');

      await knowVotes(page, votes);
      await openTurned(page);
      await pill.getByRole('button', { name: 'My picks' }).click();
      await expect(dialog).toHaveAccessibleName('You have voted in every category');
      await expectSheetTurned(dialog, 'finished');
    });

    test(`a step looks as it did from right to left, ${width} px`, async ({ page, consoleErrors }) => {
      await openWithLanguage(page, 'en');
      await fakeLogin(page, ['PHONE']);
      await openTurned(page);
      await screens.social.reach({ page, words, dialog: page.getByRole('dialog') });
      await expectLook(page, page.getByRole('dialog'), `rtl-social-${width}`);
      ignoreRefusals(consoleErrors);
    });
  });
}

test('numbers, addresses and passwords stay left to right', async ({ page, consoleErrors }) => {
  await openWithLanguage(page, 'en');
  await openTurned(page);
  const direction = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  await screens.signup.reach({ page, words, dialog: page.getByRole('dialog') });
  expect(await direction('input[type=tel]')).toBe('ltr');
  expect(await direction('input[type=email]')).toBe('ltr');
  expect(await direction('input[type=password]')).toBe('ltr');
  expect(await direction('input[autocomplete=name]')).toBe('rtl');
  // They begin at the same side as their labels.
  expect(await page.locator('input[type=tel]').evaluate((input) => getComputedStyle(input).textAlign)).toBe('end');
  ignoreRefusals(consoleErrors);
});

test('the phone number in the menu and in a sentence stays left to right', async ({ page, consoleErrors }) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, []);
  await openTurned(page);
  await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
  const number = page.getByRole('dialog').getByText(SOMEONE.phoneNumber);
  expect(await number.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  await page.keyboard.press('Escape');
  await screens.phoneConfirm.reach({ page, words, dialog: page.getByRole('dialog') });
  await expect(page.getByRole('dialog')).toContainText('\u2066+38067 ••• 67\u2069');
  ignoreRefusals(consoleErrors);
});

test('the arrow keys move between the tabs to the side that they point to', async ({ page }) => {
  await openTurned(page);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Gambling').focus();
  for (const [key, name] of [
    ['ArrowLeft', 'Betting'],
    ['ArrowRight', 'Gambling'],
    ['ArrowRight', 'Finance'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toBeInViewport();
  }
});

test('an arrow that leads away is mirrored, and a tick is not', async ({ page }) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await openTurned(page);
  const away = page.locator('li[data-company=velvet-key] a svg[data-pointing]');
  expect(await away.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1');
  await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
  const tick = page.getByRole('dialog').locator('small svg').first();
  expect(await tick.evaluate((icon) => getComputedStyle(icon).scale)).toBe('none');
});
