import { expect, test } from './site/fixtures.ts';

// From which pixel on it hides is tested in apps/web/src/ui/pieces.dom.test.tsx.
test('LP-08 the header hides when the wheel scrolls down, and shows when it scrolls up or when it gets the focus', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  // Also after a press in it.
  await header.getByRole('button', { name: 'UA' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 600);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -40);
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
