import { openAccount } from './site/account.ts';
import { chooseNominee, nominees } from './site/ballot.ts';
import { readAnswers } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { english as words } from './site/words.ts';

const nominee = nominees.verdantReach;
const OWN_VOTES = '/api/vote/my-votes';

test('LP-16 a vote whose response is lost is shown as cast once the server confirms it, also in the banner', async ({
  page,
  site,
  consoleErrors,
}) => {
  const loaded = readAnswers(page, OWN_VOTES);
  await enter(page, await openAccount(site.origin, { phone: true, social: true }));
  await loaded;
  await chooseNominee(page, nominee);
  // The server records it, but the browser gets no response.
  await page.route('**/api/vote', async (route) => {
    await route.fetch();
    await route.abort('failed');
  });
  const asked = page.waitForRequest(`**${OWN_VOTES}`);
  await page.getByRole('button', { name: words.cast }).click();
  await asked;
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  await page.getByRole('button', { name: words.backToPage }).click();
  const panel = page.getByRole('tabpanel', { name: nominee.category });
  const banner = panel.locator('div', { hasText: words.votedFor }).last().locator('..');
  await expect(banner).toContainText(words.votedFor);
  await expect(banner.getByText(words.yourChoice).locator('..')).toHaveText(`${words.yourChoice}${nominee.name}`);
  await expect(banner.locator('img')).toHaveAttribute('src', /\/api\/edition\/logos\//);
  ignoreErrors(consoleErrors, /net::ERR_(FAILED|CONNECTION_FAILED)/);
});
