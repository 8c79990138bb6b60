import { readFileSync } from 'node:fs';
import type { Language } from '@laurel/contracts/languages';
import type { Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { expect, test } from './site/fixtures.ts';

test.use({ schedule: { opensIn: -1, closesIn: 50, announcedIn: 52, visibility: 'live' } });

const MINUTE_MS = 60_000;

/** A tree's texts by their paths. */
const textsOf = (tree: unknown, path = ''): [string, string][] => {
  if (typeof tree === 'string') return [[path, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, child]) => textsOf(child, `${path}/${key}`));
};

const FILES = ['common', 'nominations', 'page'] as const;

/** The page's own texts, which load with its first screen. */
const pageTexts = (language: Language): Map<string, string> =>
  new Map(
    FILES.flatMap((file) => {
      const url = new URL(`../../../apps/web/src/i18n/locales/${language}/${file}.json`, import.meta.url);
      return textsOf(JSON.parse(readFileSync(url, 'utf8')), file);
    }),
  );

/** The English texts of the page and of the edition that differ from the Ukrainian ones. */
const englishTexts = (edition: unknown): ReadonlySet<string> => {
  const ukrainian = pageTexts('uk');
  const own = [...pageTexts('en')].filter(([path, text]) => ukrainian.get(path) !== text);
  const ofEdition = textsOf(edition);
  const translated = new Map(ofEdition);
  const others = ofEdition.filter(
    ([path, text]) => path.endsWith('/en') && translated.get(path.replace(/en$/, 'uk')) !== text,
  );
  return new Set([...own, ...others].map(([, text]) => text));
};

const visibleTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.replace(/\s+/g, ' ').trim();
      if (text && walker.currentNode.parentElement?.checkVisibility()) texts.push(text);
    }
    return texts;
  });

const dayIn = (moment: Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'Europe/Kyiv', day: 'numeric', month: 'long' }).format(moment);

test('I18-02 changes every text, the numbers and the date of the page at once, without a reload', async ({
  page,
  site,
}) => {
  const { data: edition } = await (await page.request.get('/api/edition')).json();
  // The page rounds times up to the next minute.
  const closes = new Date(Math.ceil(Date.parse(edition.phases.votingClosesAt) / MINUTE_MS) * MINUTE_MS);
  const english = englishTexts(edition);
  const inEnglish = async (): Promise<string[]> => (await visibleTexts(page)).filter((text) => english.has(text));
  await castVote(site.origin, { nomination: 'donat', niche: 'no-category', vote: 'zhuravli' });

  await page.goto('/?nomination=donat');
  const card = page.locator('li[data-company=zhuravli]');
  const timer = page.getByRole('timer');
  await expect(card).toContainText('100.00%');
  await expect(timer).toContainText(dayIn(closes, 'en'));
  expect((await inEnglish()).length).toBeGreaterThan(25);

  const navigations: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) navigations.push(request.url());
  });
  const loaded = await page.evaluate(() => {
    Object.assign(window, { loadedOnce: true });
    return performance.timeOrigin;
  });
  await page.getByRole('button', { name: 'UA' }).click();

  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(timer).toContainText(dayIn(closes, 'uk'));
  await expect(timer).not.toContainText(dayIn(closes, 'en'));
  await expect(card).toContainText('100,00%');
  await expect(card).not.toContainText('100.00%');
  await expect.poll(inEnglish).toEqual([]);

  expect(navigations).toEqual([]);
  expect(await page.evaluate(() => ['loadedOnce' in window, performance.timeOrigin])).toEqual([true, loaded]);
});

test('changes every text of a page that the browser has translated', async ({ page }) => {
  const { data: edition } = await (await page.request.get('/api/edition')).json();
  const english = englishTexts(edition);
  const inEnglish = async (): Promise<string[]> => (await visibleTexts(page)).filter((text) => english.has(text));
  await page.goto('/');
  // As the translators of Chrome and Edge do, which replace each text by an element.
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('#root') ?? document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const translated = document.createElement('font');
      translated.textContent = text.textContent;
      text.parentNode?.replaceChild(translated, text);
    }
  });
  expect((await inEnglish()).length).toBeGreaterThan(25);
  await page.getByRole('button', { name: 'UA' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect.poll(inEnglish).toEqual([]);
});
