import { openAccount } from './site/account.ts';
import { cardOf, nominees } from './site/ballot.ts';
import { countWay } from './site/counted-way.ts';
import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { newPerson } from './site/person.ts';
import { createVoter } from './site/voter.ts';
import { english as words } from './site/words.ts';

const SCREENS = 14;
const TAPS = 12;

test.use({ viewport: { width: 360, height: 740 } });

test(`a shared link leads to a vote on a phone in at most ${TAPS} taps and ${SCREENS} screens`, async ({
  page,
  site,
}) => {
  const { taps, screens } = await countWay(page);
  const requests = countRequests(page);

  await page.goto('/?nomination=best-partner&niche=nutra&company=tenfold-garden&lang=en');
  await expect(page.getByRole('tab', { name: 'Nutra', selected: true })).toBeVisible();
  await page
    .locator('li[data-company=tenfold-garden]')
    .getByRole('button', { name: words.voteFor('Tenfold Garden') })
    .click();
  const voter = createVoter(page, words, site.origin);
  await voter.signUp(newPerson('Ada Lovelace'));
  await voter.confirmEmail();
  await voter.linkAuthenticator();
  await voter.confirmPhone();
  await voter.connectTelegram();
  await page.getByRole('dialog').getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();

  console.info(`${taps.length} taps: ${taps.join(' · ')}\n${screens.length} screens: ${screens.join(' · ')}`);
  expect(taps.length, taps.join(' · ')).toBeLessThanOrEqual(TAPS);
  expect(screens.length, screens.join(' · ')).toBeLessThanOrEqual(SCREENS);
  // Without a flood, the code for a proof of work is not loaded.
  expect(requests(/^\/assets\/proof/)).toBe(0);
  // An edition without passkeys does not load their code.
  expect(requests(/^\/assets\/passkey/)).toBe(0);
});

test('from the card of a nominee to a counted vote it takes a voter two taps', async ({ page, site }) => {
  const { verdantReach } = nominees;
  await enter(page, await openAccount(site.origin, { phone: true, social: true }));
  await page.getByRole('tab', { name: verdantReach.category }).click();
  const { taps } = await countWay(page);
  await cardOf(page, verdantReach)
    .getByRole('button', { name: words.voteFor(verdantReach.name) })
    .click();
  const confirm = page.getByRole('dialog', { name: words.confirmTitle(verdantReach.name) });
  await expect(confirm).toContainText('it can’t be changed afterwards');
  await confirm.getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  expect(taps).toHaveLength(2);
});
