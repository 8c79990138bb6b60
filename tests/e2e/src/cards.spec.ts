import type { Locator, Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { answer, fakeLogin, openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { openTurned } from './site/right-to-left.ts';
import { english as words } from './site/words.ts';

// The cards of a server with votes: the leader, and a person's own choice.

const GOLD = 'rgb(243, 207, 122)';
const VIOLET = 'rgb(183, 156, 255)';
/** Its cards are compared with pictures, so nobody else votes on it. */
test.use({ schedule: { opensIn: -2, closesIn: 2, announcedIn: 4, visibility: 'live' } });

test.beforeAll(async ({ site }) => {
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  const published = async () => (await fetch(`${site.origin}/api/vote/statistics`)).text();
  await expect.poll(published).toContain('{"company":"copperfinch","percentage":66.67}');
});

const card = (page: Page, tag: string): Locator => page.locator(`#best-partner li[data-company=${tag}]`);

/** What distinguishes a card: the colours of its edge and of its percentage, its ground, and how strong its logo is. */
const look = (one: Locator) =>
  one.evaluate((element) => {
    const percent = element.querySelector('span[aria-hidden=true]');
    const logo = element.querySelector('img');
    const { boxShadow, backgroundImage } = getComputedStyle(element);
    return {
      edge: /rgba?\([^)]*\)/.exec(boxShadow)?.[0],
      ground: backgroundImage,
      percent: percent && getComputedStyle(percent).color,
      logo: logo && getComputedStyle(logo).filter,
    };
  });

test('the leader’s card is gold and that of one’s own choice violet, and a card lights up under the pointer', async ({
  page,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1440, height: HEIGHTS[1440] });
  await openWithLanguage(page, 'en');
  await openTurned(page);
  await expectLook(page, page, 'rtl-hero-1440');
  await page.goto('/');
  const one = card(page, 'iron-pear');
  const vote = one.getByRole('button', { name: words.voteFor('Iron Pear'), exact: true });
  await expect(vote).toHaveText('Vote');
  await one.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  const [before, resting] = [await look(one), await vote.evaluate((button) => getComputedStyle(button).color)];
  await one.hover();
  await expect.poll(async () => (await look(one)).edge).not.toBe(before.edge);
  await expect.poll(async () => (await look(one)).ground).not.toBe(before.ground);
  await expect.poll(() => vote.evaluate((button) => getComputedStyle(button).color)).not.toBe(resting);
  // The leader's gold stays.
  const leader = card(page, 'copperfinch');
  const gold = await look(leader);
  await leader.hover();
  // The pointer has left the other card.
  await expect.poll(() => look(one)).toEqual(before);
  expect(await look(leader)).toEqual(gold);

  await fakeLogin(page, EVERYTHING);
  const chosen = { nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' };
  await answer(page, '/vote/my-votes', { status: 200, body: [chosen] });
  await page.goto('/');
  const own = card(page, 'velvet-key');
  await expect(own).toContainText(words.yourChoice);
  await expect(leader).toContainText('In the lead');
  const [first, choice, other] = await Promise.all([leader, own, one].map(look));
  expect(first?.percent).toBe(GOLD);
  expect(choice?.edge).toBe(VIOLET);
  expect(choice?.percent).not.toBe(GOLD);
  expect(new Set([first?.edge, choice?.edge, other?.edge]).size).toBe(3);
  expect(new Set([first?.ground, choice?.ground, other?.ground]).size).toBe(3);
  // The others step back, and the leader does not.
  expect([first?.logo, choice?.logo, other?.logo]).toEqual(['none', 'none', 'saturate(0.5)']);
  await leader.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expectLook(page, page, 'choice-1440-en');
  ignoreRefusals(consoleErrors);
});
