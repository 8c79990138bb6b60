import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { enlarge, expectFits } from './site/large-text.ts';
import { EVERYTHING } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import * as screens from './site/screens.ts';
import { pillOf } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The bar at the bottom of the page: the way back to where the journey was left. voted.spec.ts has the progress.

const finish = (step: number): string => `Finish: step ${step} of 4`;

test('the pill and the menu lead a voter who stopped after the phone to the step that is missing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithLanguage(page, 'en');
  await fakeLogin(page, ['PHONE']);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: words.socialTitle });
  const button = pillOf(page).getByRole('button', { name: finish(4) });
  await button.click();
  await expect(dialog.getByRole('button', { name: words.getLink })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  const avatar = page.getByRole('button', { name: words.account(SOMEONE.name) });
  await avatar.press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: finish(4) })
    .press('Enter');
  await expect(dialog.getByRole('button', { name: words.getLink })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(avatar).toBeFocused();
  await enlarge(page);
  await expectFits(pillOf(page));
});

test('the pill leads a visitor who left at the email or the authenticator back to that step', async ({
  page,
  consoleErrors,
}) => {
  const code: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/left-pill-/.test(request.url())) code.push(request.url());
  });
  await openWithLanguage(page, 'en');
  await page.goto('/');
  const dialog = page.getByRole('dialog');
  await expect(page.getByRole('banner').getByRole('button', { name: words.logIn })).toBeVisible();
  await expect(pillOf(page)).toHaveCount(0);
  expect(code).toEqual([]);
  const left = [
    { step: 1, screen: screens.emailCode, back: dialog.getByLabel(words.emailCode) },
    { step: 2, screen: screens.setup, back: dialog.getByRole('button', { name: words.goOn }) },
  ];
  for (const { step, screen, back } of left) {
    await screen.reach({ page, words, dialog });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    const button = pillOf(page).getByRole('button', { name: finish(step) });
    await button.click();
    await expect(back).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  expect(code).toHaveLength(1);
  ignoreRefusals(consoleErrors);
});

test('no stop of the keyboard is hidden behind the pill', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await page.goto('/');
  const pill = pillOf(page);
  await expect(pill).toBeVisible();
  await page.locator('#best-partner').getByRole('tab', { selected: true }).focus();
  let stops = 0;
  for (let presses = 0; presses < 45; presses += 1) {
    await page.keyboard.press('Tab');
    const hidden = await pill.evaluate((front) => {
      const stop = document.activeElement;
      if (!stop || front.contains(stop) || !document.querySelector('#nominations')?.contains(stop)) return undefined;
      const [box, over] = [stop.getBoundingClientRect(), front.getBoundingClientRect()];
      // A panel is higher than the screen.
      if (box.height > window.innerHeight / 2) return undefined;
      return box.bottom > over.top && box.top < over.bottom ? stop.outerHTML.slice(0, 80) : '';
    });
    if (hidden === undefined) continue;
    expect(hidden).toBe('');
    stops += 1;
  }
  expect(stops).toBeGreaterThan(20);
});
