import { answer, fakeLogin, openWithLanguage, refusal, SOMEONE } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals, storedIn } from './site/refusals.ts';
import { noteDialogs } from './site/said.ts';
import { english as words } from './site/words.ts';

test('SE-05 an authentication error for the user’s votes ends the session with a message', async ({
  page,
  consoleErrors,
}) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, []);
  await answer(page, '/vote/my-votes', refusal('auth.expired'));
  const said = await noteDialogs(page);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Please log in again' });
  const text = 'We could not load your votes, so you were logged out. Log in again to continue.';
  await expect.poll(() => said).toContainEqual(expect.stringMatching(new RegExp(`^Please log in again.*${text}`)));
  await expect(page.getByRole('button', { name: words.logIn, includeHidden: true })).toBeAttached();
  expect((await storedIn(page)).authToken).toBeUndefined();
  await expect(dialog).toHaveCount(0);
  ignoreRefusals(consoleErrors);
});

test('SE-05 a temporary error for the user’s votes does not end the session', async ({ page, consoleErrors }) => {
  await openWithLanguage(page, 'en');
  await fakeLogin(page, []);
  await answer(page, '/vote/my-votes', refusal('server.unavailable'));
  const said = await noteDialogs(page);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'Connection Error' });
  const text = "We couldn't reach the server. Please check your internet connection and try again";
  await expect.poll(() => said).toContainEqual(expect.stringMatching(new RegExp(`^Connection Error.*${text}`)));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: words.account(SOMEONE.name) })).toBeVisible();
  expect((await storedIn(page)).authToken).toBeDefined();
  ignoreRefusals(consoleErrors);
});
