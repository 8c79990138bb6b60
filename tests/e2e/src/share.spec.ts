import { holdClock } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';

test.describe('a shared link', () => {
  test('of a nominee opens its category, marks its card and scrolls to it', async ({ page }) => {
    await page.goto('/?nomination=best-partner&company=northlight-partners&niche=betting');
    await expect(page.getByRole('tab', { name: 'Betting' })).toHaveAttribute('aria-selected', 'true');
    const card = page.locator('li[data-company=northlight-partners]');
    await expect(card).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('li[aria-current]')).toHaveCount(1);
    await expect(card).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL('/');
    expect(await card.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
    // The same nominee has another card in another category.
    await page.getByRole('tab', { name: 'Gambling' }).click();
    await expect(page.locator('li[data-company=northlight-partners]')).not.toHaveAttribute('aria-current');
  });

  test('is copied from a card and opens that card', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await holdClock(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'UA' }).click();
    await page.getByRole('tab', { name: 'Бетинг' }).click();
    const card = page.locator('li[data-company=northlight-partners]');
    await card.getByRole('button', { name: 'Скопіювати посилання: Northlight Partners' }).click();
    await expect(card.getByRole('status')).toHaveText('Посилання скопійовано');
    await page.clock.runFor(2_000);
    await expect(card.getByRole('status')).toBeEmpty();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).search).toBe('?nomination=best-partner&company=northlight-partners&niche=betting&lang=uk');
    await page.goto(link);
    await expect(card).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('tab', { name: 'Бетинг' })).toHaveAttribute('aria-selected', 'true');
  });

  test('has preview data with a picture of 1200 × 630', async ({ page, site }) => {
    const query = 'nomination=best-partner&company=kite-and-rook';
    await page.goto(`/?${query}&lang=uk`);
    const tags = await page
      .locator('head meta[property^="og:"]')
      .evaluateAll((all) => all.map((tag) => [tag.getAttribute('property'), tag.getAttribute('content')]));
    const shown: Record<string, string> = Object.fromEntries(tags);
    expect(shown).toMatchObject({
      'og:title': 'Kite & Rook · Найкраща партнерська програма · Meridian Awards 2025',
      'og:locale': 'uk_UA',
    });
    expect(shown['og:description']).not.toBe('');
    expect(shown['og:image']).toContain(`${site.origin}/share/card.png?${query}`);
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return [picture.width, picture.height];
    }, shown['og:image'] ?? '');
    expect(size).toEqual([1200, 630]);
  });
});

test('refers to existing icons and a manifest', async ({ page }) => {
  await page.goto('/');
  const links = page.locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200);
  const { icons } = await (await page.request.get('/manifest.webmanifest')).json();
  expect(icons).toHaveLength(2);
  for (const { src, type } of icons) {
    const icon = await page.request.get(src);
    // The manifest lists the type without parameters.
    const [served] = (icon.headers()['content-type'] ?? '').split(';');
    expect([icon.status(), served]).toEqual([200, type]);
  }
  expect((await page.request.get('/assets/nothing.js', { headers: { accept: 'text/html' } })).status()).toBe(404);
});

test('LP-01 any other address redirects to the root', async ({ page }) => {
  const answer = await page.goto('/winners/2024?x=1');
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
