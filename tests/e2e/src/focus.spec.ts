import { fakeLogin, openWithLanguage } from './site/answers.ts';
import { firstVote } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { signup } from './site/screens.ts';
import { english as words } from './site/words.ts';

// The focus that only a browser moves. Where it goes when a step changes is tested in apps/web/src/ui/focus.dom.test.tsx.

test('Tab out of a field that becomes invalid leads to the next stop', async ({ page, consoleErrors }) => {
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'en');
  await page.goto('/');
  await signup.reach({ page, words, dialog });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  for (const [left, next] of [
    [field(words.name), field(words.email)],
    [field(words.password), dialog.getByRole('button', { name: 'Show password' }).first()],
    [field(words.phone), dialog.getByRole('button', { name: words.signUp })],
  ] as const) {
    await left.fill('');
    await page.keyboard.press('Tab');
    await expect(left).toHaveAttribute('aria-invalid', 'true');
    await expect(next).toBeFocused();
  }
  ignoreRefusals(consoleErrors);
});

test('a key that is held down from the previous step neither casts nor cancels a vote', async ({ page }) => {
  let votes = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/vote')) votes += 1;
  });
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await page.goto('/');
  await firstVote(page, words).focus();
  await page.keyboard.down('Enter');
  const back = page.getByRole('dialog').getByRole('button', { name: words.notYet });
  await expect(back).toBeFocused();
  // Each further keydown without a keyup is the repetition of a held key.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(back).toBeFocused();
  expect(votes).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('a focused dialog has no focus ring', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.logIn }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await page.keyboard.press('Tab');
    for (const part of [dialog, dialog.locator('[tabindex="-1"]').first()]) {
      await part.evaluate((element) => element instanceof HTMLElement && element.focus());
      await expect(part).toBeFocused();
      expect(await part.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('none');
    }
  });
});
