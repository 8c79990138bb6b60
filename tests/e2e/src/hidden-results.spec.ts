import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const WORDS = {
  en: {
    vote: /^Vote for/,
    standing: 'Voting has closed. The results stay hidden until the winners are announced.',
    lead: 'Thank you to everyone who voted. The results stay hidden until the winners are announced.',
    main: 'See the nominees',
    timer: 'Winners are announced in',
    announced: 'The winners are announced',
    share: '100.00%',
    winner: 'Winner',
    facts: ['1 vote', '1 person voted'],
    counted: /votes?$|voted$/,
    empty: 'Nobody voted in this category.',
  },
  uk: {
    vote: /^Голосувати/,
    standing: 'Голосування завершено. Результати приховано до оголошення переможців.',
    lead: 'Дякуємо всім, хто голосував. Результати приховано до оголошення переможців.',
    main: 'Переглянути номінантів',
    timer: 'До оголошення переможців',
    announced: 'Переможців оголошено',
    share: '100,00%',
    winner: 'Перемога',
    facts: ['1 голос', '1 людина проголосувала'],
    counted: /голос|проголосувал/,
    empty: 'У цій категорії ніхто не голосував.',
  },
} as const;

test.use({ schedule: { opensIn: -1, closesIn: 2, announcedIn: 4, visibility: 'hidden' } });

const card = (page: Page) => page.locator('li[data-company=copperfinch]');
/** The numbers under the rim. */
const facts = (page: Page) => page.locator('main > section').first().getByRole('list').last().getByRole('listitem');

test('hides hidden results until the winners are announced, also how many voted', async ({ page, site }) => {
  await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' });
  await holdClock(page);
  // Without a socket the totals come when the page asks for them.
  await page.routeWebSocket(/.*/, () => undefined);
  await page.goto('/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const expectNoCount = async (language: 'en' | 'uk') => {
    await expect(facts(page)).toHaveCount(3);
    for (const fact of await facts(page).all()) await expect(fact).not.toHaveText(WORDS[language].counted);
    await expect(card(page)).not.toContainText('%');
  };
  for (const [language, width] of RUNS) {
    await showIn(page, language, width);
    await expect(card(page).getByRole('button', { name: WORDS[language].vote })).toBeVisible();
    await expectNoCount(language);
  }

  await passTime(page, 2 * HOUR_MS);
  for (const [language, width] of RUNS) {
    const words = WORDS[language];
    await showIn(page, language, width);
    await expect(page.getByText(words.standing, { exact: true })).toBeVisible();
    await expect(page.locator('h1 + p')).toHaveText(words.lead);
    await expect(page.getByRole('button', { name: words.main })).toBeVisible();
    await expect(page.getByRole('timer', { name: words.timer })).toBeVisible();
    await expectNoCount(language);
  }
  expect(await (await page.request.get('/api/vote/statistics')).json()).toEqual([]);
  expect(await (await page.request.get('/api/vote/turnout')).json()).toBeNull();
  // A page that has nothing to show does not ask for it.
  expect(asked).not.toContain('/api/vote/turnout');

  // The announcement comes before its totals: until then nobody is said to have won or lost. Where requests are held, the
  // browser caches none.
  const announced = Promise.withResolvers<void>();
  await page.route('**/api/vote/statistics', async (route) => {
    await announced.promise;
    await route.continue();
  });
  await passTime(page, 2 * HOUR_MS);
  await expect(page.locator('#winners').getByText('The results are loading.')).toHaveCount(22);
  await expect(page.getByText(WORDS.en.empty)).toHaveCount(0);
  announced.resolve();
  for (const [language, width] of RUNS) {
    const words = WORDS[language];
    await showIn(page, language, width);
    await expect(page.getByText(words.announced, { exact: true })).toBeVisible();
    await expect(card(page)).toContainText(words.share);
    await expect(card(page)).toContainText(words.winner);
    await expect(page.locator('#winners').getByText(words.empty)).toHaveCount(21);
    await expect(facts(page)).toHaveCount(5);
    // The first answer has no number if a slow server is still counting; the page asks again after a minute.
    await runUntil(page, () => facts(page).nth(0).textContent(), words.facts[0], MINUTE_MS);
    await expect(facts(page).nth(1)).toHaveText(words.facts[1]);
  }
});
