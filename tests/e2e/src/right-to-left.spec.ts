import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { ends, expectSheetTurned, expectTurned, openTurned } from './site/right-to-left.ts';
import * as screens from './site/screens.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The page for a language that is written from right to left. There is none yet, so the tests turn the English page around.
// Styles have no physical sides, which `npm test -- layout` checks. cards.spec.ts has the hero.

test('the page begins at the right, numbers stay left to right, and an arrow that leads away is mirrored', async ({
  page,
}) => {
  const dialog = page.getByRole('dialog');
  /** Expects the open sheet to be turned, and closes it. */
  const expectTurnedSheet = async (what: string): Promise<void> => {
    await expectSheetTurned(dialog, what);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await knowVotes(page, (await everyVote(page)).slice(0, 1));
  await openTurned(page);
  const pill = pillOf(page);
  await expect(pill).toContainText('1 of 22');
  for (const width of [1440, 360] as const) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    const [brand, account] = [await ends(page, 'header a'), await ends(page, 'header button:has-text("account")')];
    expect(brand.left).toBeGreaterThan(account.right);
    const [title, phase] = [await ends(page, 'h1'), await ends(page, 'main p')];
    expect(Math.abs(title.right - phase.right)).toBeLessThan(1);
    for (const part of await page.locator('header, main > section, footer').all()) await part.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectTurned(pill, 'pill');

    const search = page.getByRole('search');
    await search.getByRole('combobox').fill('north');
    await expect(search.getByRole('option').first()).toBeVisible();
    await expectTurned(search, 'search');
    await search.getByRole('combobox').fill('');

    await page.locator('#best-partner li[data-company=velvet-key]').getByRole('heading').getByRole('button').click();
    await expectTurnedSheet('a nominee');
    await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
    const number = dialog.getByText(SOMEONE.phoneNumber);
    expect(await number.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    await dialog.getByRole('button', { name: 'My votes' }).click();
    await expect(dialog).toHaveAccessibleName('My votes');
    await expectTurnedSheet('my votes');
  }
  const away = page.locator('li[data-company=velvet-key] a svg[data-pointing]');
  expect(await away.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1');

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
});

test('the signup begins at the right, and what is typed keeps its own direction', async ({ page, consoleErrors }) => {
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'en');
  await openTurned(page);
  await page.setViewportSize({ width: 360, height: HEIGHTS[360] });
  await screens.signup.reach({ page, words, dialog });
  await expectLook(page, page, 'rtl-signup-360');
  for (const [input, direction] of [
    ['[type=tel]', 'ltr'],
    ['[type=email]', 'ltr'],
    ['[type=password]', 'ltr'],
    ['[autocomplete=name]', 'rtl'],
  ] as const) {
    await expect(dialog.locator(`input${input}`).first()).toHaveCSS('direction', direction);
  }
  // It begins at the same side as its label.
  await expect(dialog.locator('input[type=tel]')).toHaveCSS('text-align', 'end');
  await dialog.getByRole('button', { name: /Choose another country/ }).click();
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expectSheetTurned(dialog, 'countries');
  ignoreRefusals(consoleErrors);
});
