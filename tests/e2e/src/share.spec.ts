import { expect, test } from './site/fixtures.ts';

test('a link that is copied from a card opens that card', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: 'UA' }).click();
  await page.getByRole('tab', { name: 'Бетинг' }).click();
  const card = page.locator('li[data-company=northlight-partners]');
  await card.getByRole('button', { name: 'Скопіювати посилання: Northlight Partners' }).click();
  await expect(card.getByRole('status')).toHaveText('Посилання скопійовано');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).search).toBe('?nomination=best-partner&company=northlight-partners&niche=betting&lang=uk');
  await page.goto(link);
  await expect(page.getByRole('tab', { name: 'Бетинг' })).toHaveAttribute('aria-selected', 'true');
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('utm_campaign') === 'n/best-partner/betting/northlight-partners',
  );
  expect(await card.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  // The same nominee has another card in another category.
  await page.getByRole('tab', { name: 'Гемблінг' }).click();
  await expect(card).not.toHaveAttribute('aria-current');
});

test('the built page refers to existing icons and a manifest', async ({ page }) => {
  await page.goto('/');
  const links = page.locator('link[rel=icon], link[rel=apple-touch-icon], link[rel=manifest]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses).toHaveLength(3);
  const { icons } = await (await page.request.get('/manifest.webmanifest')).json();
  expect(icons).toHaveLength(2);
  for (const address of [...addresses, ...icons.map(({ src }: { src: string }) => src)]) {
    const file = await page.request.get(address);
    expect([address, file.status(), file.headers()['content-type']]).toEqual([
      address,
      200,
      expect.stringMatching(/^image\/|manifest/),
    ]);
  }
});
