import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { ends, expectSheetTurned, expectTurned, openTurned } from './site/right-to-left.ts';
import * as screens from './site/screens.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The page for a language that is written from right to left. There is none yet, so the tests turn the English page around.

const WIDTHS = [1440, 360] as const;

test('what a visitor sees begins at the right, and numbers stay left to right', async ({ page, consoleErrors }) => {
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'en');
  await openTurned(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    const brand = await ends(page, 'header a');
    const login = await ends(page, 'header button:has-text("Log in")');
    expect(brand.left).toBeGreaterThan(login.right);
    const title = await ends(page, 'h1');
    const phase = await ends(page, 'main p');
    expect(Math.abs(title.right - phase.right)).toBeLessThan(1);
    for (const part of await page.locator('header, main > section, footer').all()) await part.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

    const search = page.getByRole('search');
    await search.getByRole('combobox').fill('north');
    const option = search.getByRole('option').first();
    await expect(option).toBeVisible();
    await expectTurned(search, 'search');
    const [box, logo] = [await option.boundingBox(), await option.locator('img').boundingBox()];
    expect(logo?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0) / 2);
    await search.getByRole('combobox').fill('');

    await page.getByRole('contentinfo').getByRole('button', { name: words.faqTitle }).click();
    await dialog.locator('summary').first().click();
    await expectSheetTurned(dialog, 'questions');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }

  // The arrow keys move to the side that they point to.
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

  await page.evaluate(() => window.scrollTo(0, 0));
  await screens.signup.reach({ page, words, dialog });
  await expectLook(page, page, 'rtl-signup-360');
  const styleOf = (selector: string, property: 'direction' | 'textAlign') =>
    dialog
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element)[name], property);
  for (const [type, direction] of [
    ['[type=tel]', 'ltr'],
    ['[type=email]', 'ltr'],
    ['[type=password]', 'ltr'],
    ['[autocomplete=name]', 'rtl'],
  ] as const) {
    expect(await styleOf(`input${type}`, 'direction'), type).toBe(direction);
  }
  // It begins at the same side as its label.
  expect(await styleOf('input[type=tel]', 'textAlign')).toBe('end');
  await dialog.getByRole('button', { name: /Choose another country/ }).click();
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectSheetTurned(dialog, 'countries');
  ignoreRefusals(consoleErrors);
});

test('what a voter sees begins at the right, and an arrow that leads away is mirrored', async ({ page }) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  const votes = await everyVote(page);
  await knowVotes(page, votes.slice(0, 1));
  await openTurned(page);
  const pill = pillOf(page);
  const dialog = page.getByRole('dialog');
  await expect(pill).toContainText('1 of 22');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await expectTurned(pill, 'pill');
    const [count, next] = [await pill.getByText('1 of 22').boundingBox(), await pill.getByRole('button').boundingBox()];
    expect(count?.x).toBeGreaterThan(next?.x ?? 0);
    for (const tag of ['northlight-partners', 'velvet-key']) {
      await page.locator(`#best-partner li[data-company=${tag}]`).getByRole('heading').getByRole('button').click();
      await expectSheetTurned(dialog, tag);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
    await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
    const number = dialog.getByText(SOMEONE.phoneNumber);
    expect(await number.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    const tick = dialog.locator('small svg').first();
    expect(await tick.evaluate((icon) => getComputedStyle(icon).scale)).toBe('none');
    await dialog.getByRole('button', { name: 'My votes' }).click();
    await expect(dialog).toHaveAccessibleName('My votes');
    await expectSheetTurned(dialog, 'my votes');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  const away = page.locator('li[data-company=velvet-key] a svg[data-pointing]');
  expect(await away.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1');

  await knowVotes(page, votes);
  await openTurned(page);
  await pill.getByRole('button', { name: 'My picks' }).click();
  await expect(dialog).toHaveAccessibleName('You have voted in every category');
  await expectSheetTurned(dialog, 'finished');
});
