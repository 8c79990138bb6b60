import type { Page } from '@playwright/test';
import { createVoterClient } from './journey/client.ts';
import { openAccount } from './site/account.ts';
import { addAuthenticator } from './site/authenticator.ts';
import { cardOf, nominees } from './site/ballot.ts';
import { countWay } from './site/counted-way.ts';
import { countRequests } from './site/counter.ts';
import { expect, test, waitForCode } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { newPerson, type Person } from './site/person.ts';
import { MANY_VOTERS, startSite } from './site/server.ts';
import { createVoter, timeAt, type Voter } from './site/voter.ts';
import { english as words } from './site/words.ts';

type Walk = { page: Page; origin: string; person: Person; voter: Voter };

/** The hand of a person in no hurry, in seconds: nothing is filled in by the browser. */
const HAND = { tap: 1, screen: 2, character: 0.33 };
/** Seconds outside the page. The mail, the message and the bot are opened and read; an app for codes is installed already. */
const OUTSIDE = { mail: 15, message: 8, bot: 10, app: 25, finger: 2, savedCodes: 5 };
/** Fast 3G as DevTools has it, and a processor of a quarter of the speed. */
const SLOW = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const protectWithPasskey = async ({ page }: Walk) => {
  await page.getByRole('button', { name: 'Use this phone' }).click();
  await page.getByRole('button', { name: words.saved }).click();
};

const WAYS = [
  {
    by: 'an app and an SMS',
    taps: 12,
    screens: 14,
    outside: OUTSIDE.app + OUTSIDE.message,
    rules: [],
    channels: 'sms',
    protect: ({ voter }: Walk) => voter.linkAuthenticator(),
    confirm: async ({ voter }: Walk) => {
      await voter.confirmPhone();
      await voter.connectTelegram();
    },
  },
  {
    by: 'a passkey and Telegram',
    taps: 12,
    screens: 13,
    outside: OUTSIDE.finger + OUTSIDE.message,
    rules: ['twoFactor: [totp, passkey]'],
    channels: 'telegram,sms',
    protect: protectWithPasskey,
    confirm: async ({ page, origin, person, voter }: Walk) => {
      const since = await timeAt(origin);
      await page.getByRole('button', { name: words.send }).click();
      const code = await createVoterClient(origin).codeSentTo(person.phoneNumber, since);
      await page.getByLabel('Code from Telegram', { exact: true }).fill(code);
      await voter.connectTelegram();
    },
  },
  {
    by: 'a passkey and the number that Telegram has',
    taps: 11,
    screens: 11,
    outside: OUTSIDE.finger,
    rules: ['twoFactor: [totp, passkey]', 'phone: { proof: telegram-contact }'],
    channels: 'telegram,sms',
    protect: protectWithPasskey,
    confirm: async ({ page }: Walk) => {
      await page.getByRole('button', { name: 'Share my number in Telegram' }).click();
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Open the bot' }).click();
      const bot = await opened;
      await bot.getByRole('button', { name: 'Confirm as member' }).click();
      await expect(bot.getByRole('status')).not.toBeEmpty();
      await bot.close();
    },
  },
];

const SCHEDULE = { opensIn: -1, closesIn: 24, announcedIn: 48, visibility: 'live' } as const;

for (const { by, rules, channels, ...way } of WAYS) {
  test(`a shared link leads to a vote on a phone by ${by} in at most ${way.taps} taps and ${way.screens} screens`, async ({
    browser,
  }) => {
    const site = await startSite({ ...SCHEDULE, rules }, { ...MANY_VOTERS, PHONE_CODE_CHANNELS: channels });
    const page = await browser.newPage({ baseURL: site.origin, viewport: { width: 360, height: 740 } });
    waitForCode(page);
    const slow = await page.context().newCDPSession(page);
    await slow.send('Network.emulateNetworkConditions', SLOW);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await addAuthenticator(page);
    const { taps, screens, typed } = await countWay(page);
    const requests = countRequests(page);
    const person = newPerson('Ada Lovelace');
    const walk = { page, origin: site.origin, person, voter: createVoter(page, words, site.origin) };
    const startedAt = Date.now();

    await page.goto('/?nomination=best-partner&niche=nutra&company=tenfold-garden&lang=en');
    await expect(page.getByRole('tab', { name: 'Nutra', selected: true })).toBeVisible();
    await page
      .locator('li[data-company=tenfold-garden]')
      .getByRole('button', { name: words.voteFor('Tenfold Garden') })
      .click();
    await walk.voter.signUp(person);
    await walk.voter.confirmEmail();
    await way.protect(walk);
    await way.confirm(walk);
    await page.getByRole('dialog').getByRole('button', { name: words.cast }).click();
    await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();

    const seconds = {
      page: (Date.now() - startedAt) / 1_000,
      hand: taps.length * HAND.tap + screens.length * HAND.screen + typed.join('').length * HAND.character,
      outside: OUTSIDE.mail + OUTSIDE.bot + OUTSIDE.savedCodes + way.outside,
    };
    console.info(`${taps.length} taps: ${taps.join(' · ')}\n${screens.length} screens: ${screens.join(' · ')}`);
    console.info(`${typed.join('').length} characters; seconds: ${JSON.stringify(seconds)}`);
    expect(taps.length, taps.join(' · ')).toBeLessThanOrEqual(way.taps);
    expect(screens.length, screens.join(' · ')).toBeLessThanOrEqual(way.screens);
    // Without a flood, the code for a proof of work is not loaded.
    expect(requests(/^\/assets\/proof/)).toBe(0);
    // An edition without passkeys does not load their code.
    if (rules.length === 0) expect(requests(/^\/assets\/passkey/)).toBe(0);
    await page.close();
    await site.close();
  });
}

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
