import type { PublicEdition } from '@laurel/contracts/public-edition';
import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { holdClock, passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { PAST_WORDS, PHASE_WORDS } from './site/phase-words.ts';
import { RUNS } from './site/runs.ts';
import { pressIn, showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;
const CALENDAR = { en: 'Add to calendar', uk: 'Додати до календаря' } as const;

test.use({ schedule: { opensIn: 50, closesIn: 52, announcedIn: 54, visibility: 'live' } });

/** Expects each part of the page to speak of the phase, in both languages, on a phone and on a large screen. */
const expectWords = async (page: Page, phase: PublicEdition['phase']): Promise<void> => {
  const hero = page.locator('main > section').first();
  const over = phase === 'closed' || phase === 'announced';
  for (const [language, width] of RUNS) {
    await showIn(page, language, width);
    const words = PHASE_WORDS[phase][language];
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    await expect(hero.locator('h1 + p')).toContainText(words.lead);
    await expect(hero.getByRole('button')).toHaveText([
      ...words.buttons,
      ...(phase === 'announced' ? [] : [CALENDAR[language]]),
    ]);
    const notices = hero.getByRole('list', { name: language === 'en' ? 'Notices' : 'Повідомлення' });
    await expect(notices.getByRole('listitem')).toContainText([...words.notices]);
    await expect(page.locator('#overview h2')).toHaveText(words.overview);
    await expect(page.locator('#overview ol li')).toHaveCount(over ? 0 : 4);
    await expect(page.locator('main > section').last().getByRole('heading')).toHaveText(words.closing);
    if (over) for (const past of PAST_WORDS[language]) await expect(page.getByText(past)).toHaveCount(0);
    // The first button leads to the winners or the nominees, the second to what it says.
    const [main, second] = [hero.getByRole('button').first(), hero.getByRole('button').nth(1)];
    await pressIn(main, width);
    await expect(page.locator(phase === 'announced' ? '#winners h3' : '#nominations h2').first()).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 0));
    await pressIn(second, width);
    await expect(page.getByRole('heading', { level: 2, name: words.leadsTo })).toBeInViewport();
  }
  await showIn(page, 'en', 1440);
};

test('moves by itself from the countdown through the vote and the closed results to the winners', {
  tag: '@journey',
}, async ({ page, site }) => {
  await holdClock(page);
  await page.goto('/');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  const votes = page.getByRole('button', { name: /^Vote for/ });
  const timer = page.getByRole('timer', { name: 'Voting opens in' });

  await expectWords(page, 'scheduled');
  await expect(page.getByText('Voting has not opened yet', { exact: true })).toBeVisible();
  await expect(timer.getByRole('listitem').first()).toHaveText('2 days');
  await expect(timer).toContainText('Kyiv time');
  await expect(page.locator('li[data-company]').first()).toBeVisible();
  await expect(votes).toHaveCount(0);
  const seconds = timer.getByRole('listitem').last();
  const before = await seconds.textContent();
  await passTime(page, 1_000);
  await expect(seconds).not.toHaveText(before ?? '');

  await passTime(page, 50 * HOUR_MS);
  await expect(page.getByRole('timer', { name: 'Voting closes in' })).toBeVisible();
  await expectWords(page, 'open');
  await expect(page.getByRole('list', { name: 'Four steps to your first vote' })).toBeVisible();
  await expect(votes.first()).toBeEnabled();

  await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote: 'hollow-oak' });
  await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote: 'zhuravli' });
  await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' });
  const card = page.locator('li[data-company=copperfinch]');
  // The jump of the clock closed the socket, so the page asks again within a minute. The vote is the last one.
  const minuteLater = async () => {
    await passTime(page, 61_000);
    return card.textContent();
  };
  await expect.poll(minuteLater).toContain('In the lead');

  await passTime(page, 2 * HOUR_MS);
  await expect(
    page.getByText(
      'Voting has closed. No more votes can come in; the organisers may still leave bought votes out of the count.',
    ),
  ).toBeVisible();
  await expectWords(page, 'closed');
  await expect(page.getByRole('timer', { name: 'Winners are announced in' })).toBeVisible();
  await expect(votes).toHaveCount(0);
  await expect(card).toContainText('100.00%');
  await expect(card).toContainText('Most votes');

  await passTime(page, 2 * HOUR_MS);
  await expect(page.getByText('The winners are announced', { exact: true })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expect(card).toContainText('Winner');
  await expect(card.locator('svg').last()).toBeVisible();
  await expect(page.locator('[data-rank=winner]')).toHaveCount(1);

  // Two nominees with equal votes have both won.
  const shared = page.getByRole('button', { name: /Donation of the Year Winners/ });
  await expect(shared).toContainText('Winners: ');
  await shared.click();
  const winners = page.locator('[data-rank=sharedWinner]');
  await expect(winners).toHaveText([/50\.00%.*Joint winner/s, /50\.00%.*Joint winner/s]);
  await expect(page.locator('html')).toHaveAttribute('data-same', '');
  await expectWords(page, 'announced');
});
