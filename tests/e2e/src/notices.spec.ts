import type { Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, success } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { emailCode, type Screen, setup } from './site/screens.ts';
import { english as words } from './site/words.ts';

// Notices at the top of a step: successes are green with a tick, errors are not.

const BAD = 'rgb(255, 143, 143)';
const GOOD = 'rgb(116, 224, 176)';

const open = async (page: Page, screen: Screen): Promise<void> => {
  await openWithLanguage(page, 'en');
  if (screen.verified) await fakeLogin(page, screen.verified);
  await page.goto('/');
  await screen.reach({ page, words, dialog: page.getByRole('dialog') });
};

for (const { what, screen, says } of [
  {
    what: 'a login whose email is not confirmed',
    screen: emailCode,
    says: 'Please verify your email using the code we sent you in the email',
  },
  {
    what: 'a login without an authenticator',
    screen: setup,
    says: 'You need to set up two-factor authentication',
  },
]) {
  test(`${what} shows its error in red, without a tick, and announces it at once`, async ({ page, consoleErrors }) => {
    await open(page, screen);
    const dialog = page.getByRole('dialog');
    if (screen.path === setup.path) await dialog.getByRole('button', { name: 'Back' }).click();
    const notice = dialog.getByRole('alert').filter({ hasText: says });
    await expect(notice).toBeVisible();
    await expect(notice).toHaveCSS('color', BAD);
    await expect(notice.locator('svg')).toHaveCount(0);
    ignoreRefusals(consoleErrors);
  });
}

test('a confirmed email is shown in green, with a tick', async ({ page, consoleErrors }) => {
  await open(page, emailCode);
  const dialog = page.getByRole('dialog');
  const qrCode = 'otpauth://totp/Laurel:ada?secret=JBSWY3DPEHPK3PXP&issuer=Laurel';
  await answer(
    page,
    emailCode.path,
    success({ requestKey: 'key', qrCode }, { metadata: { action: 'link_google_authenticator' } }),
  );
  await emailCode.press({ page, words, dialog });
  const notice = dialog.getByRole('status').filter({ hasText: 'Your email is confirmed.' });
  await expect(notice).toHaveCSS('color', GOOD);
  await expect(notice.locator('svg')).toHaveCount(1);
  ignoreRefusals(consoleErrors);
});
