import type { Locator, Page } from '@playwright/test';
import { openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { english, ukrainian } from './site/words.ts';

const card = (page: Page, tag: string): Locator => page.locator(`#best-partner li[data-company=${tag}]`);
const nameOf = (page: Page, tag: string): Locator => card(page, tag).getByRole('heading').getByRole('button');

test('the details of a nominee open from its name, its logo and the keyboard, close with Back, and lead to the vote', async ({
  page,
}) => {
  await openWithLanguage(page, 'en');
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Northlight Partners' });
  await nameOf(page, 'northlight-partners').click();
  await expect(dialog).toBeVisible();
  await page.goBack({ waitUntil: 'commit' });
  await expect(dialog).toHaveCount(0);
  await expect(nameOf(page, 'northlight-partners')).toBeFocused();

  // The button of the name covers the logo, so the click goes to the card, and Playwright waits until that stands still.
  const position = await card(page, 'northlight-partners').evaluate((item) => {
    const [outer, logo] = [item, item.querySelector('img')].map((each) => each?.getBoundingClientRect());
    if (!outer || !logo) throw new Error('the card has no logo');
    return { x: logo.x - outer.x + 20, y: logo.y - outer.y + 20 };
  });
  await card(page, 'northlight-partners').click({ position });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await nameOf(page, 'velvet-key').focus();
  await page.keyboard.press('Enter');
  const vote = page.getByRole('dialog').getByRole('button', { name: english.voteFor('Velvet Key') });
  await expect(vote).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: english.loginTitle })).toBeVisible();
});

test('the details of a nominee show the picture, copy the link, and load nothing from another site', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: HEIGHTS[360] });
  await openWithLanguage(page, 'uk');
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await nameOf(page, 'northlight-partners').click();
  const dialog = page.getByRole('dialog', { name: 'Northlight Partners' });
  const picture = dialog.getByRole('img', { name: /^Освітлений будинок/ });
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
    .toBe(true);
  // The picture for other sites costs the server, so it is drawn only when it is asked for.
  expect(asked.filter((path) => path.startsWith('/share/'))).toEqual([]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Скопіювати посилання' }).click();
  const copied = async () => URL.parse(await page.evaluate(() => navigator.clipboard.readText()))?.search;
  await expect.poll(copied).toBe('?nomination=best-partner&company=northlight-partners&niche=gambling&lang=uk');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await nameOf(page, 'velvet-key').click();
  await expect(page.getByRole('dialog').getByRole('button', { name: ukrainian.voteFor('Velvet Key') })).toBeVisible();
  await expect(page.getByRole('dialog').locator('iframe, video, embed, object')).toHaveCount(0);
});
