import { expect, test } from './site/fixtures.ts';

test('LP-08 the header hides when scrolling down, and shows when scrolling up', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -40);
  await expect(header).toBeInViewport();
});

test('LP-08 the header hides also after a press in it, and shows when it gets the focus', async ({ page }) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'UA' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -600);
  await expect(header).toBeInViewport();
  // The modal returns the focus to the button that opened it.
  const logIn = header.getByRole('button', { name: 'Увійти' });
  await logIn.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(logIn).toBeFocused();
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await expect(header.locator(':focus')).toHaveCount(1);
  await expect(header).toBeInViewport();
});

for (const [down, hides] of [
  [59, false],
  [60, false],
  [61, true],
] as const) {
  test(`LP-08 the header ${hides ? 'hides' : 'stays'} ${down} px further down`, async ({ page }) => {
    await page.goto('/');
    const header = page.getByRole('banner');
    const scrollTo = (top: number) =>
      page.evaluate(
        (to) =>
          new Promise<number>((resolve) => {
            // The event comes with the next frame. When the browser is idle, the header has followed it.
            const followed = () => requestIdleCallback(() => resolve(window.scrollY));
            window.addEventListener('scroll', followed, { once: true });
            window.scrollTo({ top: to, behavior: 'instant' });
          }),
        top,
      );
    expect(await scrollTo(down)).toBe(down);
    if (hides) await expect(header).not.toBeInViewport();
    else await expect(header).toBeInViewport({ ratio: 1 });
    // From where the visitor turns, the same distance counts again.
    expect(await scrollTo(down - 1)).toBe(down - 1);
    await expect(header).toBeInViewport();
    expect(await scrollTo(2 * down - 1)).toBe(2 * down - 1);
    if (hides) await expect(header).not.toBeInViewport();
    else await expect(header).toBeInViewport({ ratio: 1 });
  });
}
