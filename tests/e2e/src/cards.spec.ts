import type { Locator, Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { answer, fakeLogin, openWithLanguage } from './site/answers.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { RUNS } from './site/runs.ts';
import { wordsByLanguage } from './site/words.ts';

// The cards of a server with votes: the leader, a person's own choice, and categories in which nobody voted.

const HOUR_MS = 3_600_000;
const GOLD = 'rgb(243, 207, 122)';
const VIOLET = 'rgb(183, 156, 255)';
const WORDS = {
  en: {
    vote: 'Vote',
    leads: 'In the lead',
    winner: 'Winner',
    betting: 'Betting',
    nobody: 'Nobody voted in this category.',
  },
  uk: {
    vote: 'Голосувати',
    leads: 'Лідирує',
    winner: 'Перемога',
    betting: 'Бетинг',
    nobody: 'У цій категорії ніхто не голосував.',
  },
} as const;

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

/** Opens the page as a person who voted for Velvet Key. */
const comeVoted = async (page: Page): Promise<void> => {
  await fakeLogin(page, EVERYTHING);
  const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' };
  await answer(page, '/vote/my-votes', { status: 200, body: [vote] });
  await page.goto('/');
};

/** Opens the first nomination, which is closed once the winners are announced. */
const unfold = async (page: Page): Promise<void> => {
  const heading = page.locator('#best-partner h3 button');
  if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
};

for (const [language, width] of RUNS) {
  test.describe(`a card, ${language}, ${width} px`, () => {
    const words = WORDS[language];
    test.use({ viewport: { width, height: HEIGHTS[width] } });

    test.beforeEach(({ page }) => openWithLanguage(page, language));

    test('of the leader is gold, and that of one’s own choice violet', async ({ page, consoleErrors }) => {
      await comeVoted(page);
      await expect(card(page, 'velvet-key')).toContainText(wordsByLanguage[language].yourChoice);
      await expect(card(page, 'copperfinch')).toContainText(words.leads);
      const [leader, own, other] = await Promise.all(
        ['copperfinch', 'velvet-key', 'iron-pear'].map((tag) => look(card(page, tag))),
      );
      expect(leader?.percent).toBe(GOLD);
      expect(own?.edge).toBe(VIOLET);
      expect(own?.percent).not.toBe(GOLD);
      expect(new Set([leader?.edge, own?.edge, other?.edge]).size).toBe(3);
      expect(new Set([leader?.ground, own?.ground, other?.ground]).size).toBe(3);
      // The others step back, and the leader does not.
      expect([leader?.logo, own?.logo, other?.logo]).toEqual(['none', 'none', 'saturate(0.5)']);
      await card(page, 'copperfinch').evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await expectLook(page, page, `choice-${width}-${language}`);
      ignoreRefusals(consoleErrors);
    });

    test('has a short button with a full name, and lights up under the pointer', async ({ page }) => {
      await page.goto('/');
      const one = card(page, 'iron-pear');
      const vote = one.getByRole('button', { name: wordsByLanguage[language].voteFor('Iron Pear'), exact: true });
      await expect(vote).toHaveText(words.vote);
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
    });

    test('in a category without votes has no percentage, and a note stands above', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('tab', { name: words.betting }).click();
      const panel = page.getByRole('tabpanel', { name: words.betting });
      await expect(panel.getByText(wordsByLanguage[language].nobodyYet)).toHaveCount(1);
      await expect(panel).not.toContainText('%');
      await expect(panel.locator('li[data-company]').first()).toBeVisible();
    });
  });
}

test('the winner’s card is gold for a voter of another nominee, and empty categories say that nobody voted', async ({
  page,
  site,
  consoleErrors,
}) => {
  for (const phase of ['closed', 'announced'] as const) {
    await passServerTime(site.origin, 2 * HOUR_MS + 60_000);
    for (const [language, width] of RUNS) {
      const words = WORDS[language];
      await openWithLanguage(page, language);
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await comeVoted(page);
      await unfold(page);
      const first = card(page, 'copperfinch');
      await expect(first).toHaveAttribute('data-rank', phase === 'closed' ? 'final' : 'winner');
      if (phase === 'announced') await expect(first).toContainText(words.winner);
      const winner = await look(first);
      expect([winner.percent, winner.logo]).toEqual([GOLD, 'none']);
      expect(winner.ground).not.toBe('none');
      await expect(card(page, 'velvet-key')).toContainText(wordsByLanguage[language].yourChoice);

      await page.getByRole('tab', { name: words.betting }).click();
      const panel = page.getByRole('tabpanel', { name: words.betting });
      await expect(panel.getByText(words.nobody)).toHaveCount(1);
      await expect(panel).not.toContainText('%');
    }
  }
  ignoreRefusals(consoleErrors);
});
