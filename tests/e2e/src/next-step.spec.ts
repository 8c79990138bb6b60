import { fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { firstVote } from './site/ballot.ts';
import { holdBack } from './site/counter.ts';
import { expect, test, waitForCode } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { phoneRequest } from './site/screens.ts';
import { english as words } from './site/words.ts';

// What a visitor sees between a press and the next step, while code loads. Component tests choose the step itself
// (choose-vote.dom.test.ts).

test('a press is seen at once while the code of the modals loads, and the focus returns to its button', async ({
  page,
}) => {
  const release = await holdBack(page, /\/assets\/modals-.*\.js/);
  await openWithLanguage(page, 'en');
  await page.goto('/');
  const [button, other] = [firstVote(page, words), page.getByRole('button', { name: words.voteFor('') }).nth(1)];
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(other).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  release();
  await expect(page.getByRole('dialog', { name: words.loginTitle })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(button).toBeFocused();
});

test('a press in the menu is seen at once, and opens nothing after the menu was closed', async ({ page }) => {
  const release = await holdBack(page, /\/assets\/modals-.*\.js/);
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await page.goto('/');
  const avatar = page.getByRole('button', { name: words.account(SOMEONE.name) });
  const item = page.getByRole('dialog').getByRole('button', { name: words.faq });
  await avatar.click();
  await item.click();
  await expect(item).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(item).toHaveCount(0);
  await avatar.click();
  await page.getByRole('button', { name: 'My votes' }).click();
  release();
  await expect(page.getByRole('dialog', { name: 'My votes' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(avatar).toBeFocused();
});

test('a press on the country is seen at once while the list loads', async ({ page }) => {
  const release = await holdBack(page, /\/assets\/country-list-.*\.js/);
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'en');
  await fakeLogin(page, phoneRequest.verified ?? []);
  await page.goto('/');
  await phoneRequest.reach({ page, words, dialog });
  await dialog.getByRole('button', { name: /^UA: / }).click();
  await expect(dialog.getByText('Loading')).toBeVisible();
  release();
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByText('Loading')).toHaveCount(0);
});

test('the code of the modals loads with the first touch, and at once for a logged-in visitor', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.origin, hasTouch: true, viewport: { width: 360, height: 800 } });
  waitForCode(page);
  const modals: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/modals-.*\.js/.test(request.url())) modals.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(modals).toEqual([]);
  await page.touchscreen.tap(5, 300);
  await expect.poll(() => modals.length).toBe(1);
  await fakeLogin(page, []);
  await page.goto('/');
  await expect.poll(() => modals.length).toBe(2);
  await page.close();
});
