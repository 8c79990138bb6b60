import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { findings } from './site/axe.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { RUNS } from './site/runs.ts';

// A nominee's own page and the embed, on one server: while voting is open, and once the winners are announced.

const HOUR_MS = 3_600_000;
const PLACE = 'best-partner/gambling';

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

test.beforeAll(async ({ site }) => {
  for (const vote of ['copperfinch', 'copperfinch', 'velvet-key']) {
    await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
  }
  const published = async () => (await fetch(`${site.origin}/api/vote/statistics`)).text();
  await expect.poll(published).toContain('{"company":"copperfinch","percentage":66.67}');
});

/** A page that runs no scripts. */
const plainPage = (browser: Browser, baseURL: string): Promise<Page> =>
  browser.newPage({ baseURL, javaScriptEnabled: false });

const SAID = {
  en: { open: 'Nominated 2025', vote: 'Vote for Copperfinch', won: 'Winner 2025', lost: 'Finalist 2025' },
  uk: { open: 'Номінація 2025', vote: 'Голосувати: Copperfinch', won: 'Перемога 2025', lost: 'Фінал 2025' },
} as const;

const expectFitting = async (page: Page): Promise<void> => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
};

test('a nominee’s page reads without scripts, and its button opens the card for the vote', async ({
  browser,
  page,
  origin,
}) => {
  const plain = await plainPage(browser, origin);
  for (const [language, width] of RUNS) {
    await plain.setViewportSize({ width, height: HEIGHTS[width] });
    await plain.goto(`/n/${PLACE}/copperfinch?lang=${language}`);
    const main = plain.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Copperfinch');
    await expect(main).toContainText(SAID[language].open);
    await expect(main).toContainText(language === 'en' ? '66.67% of the votes so far' : '66,67% голосів наразі');
    await expectFitting(plain);
  }
  await plain.getByRole('link', { name: SAID.en.vote }).click();
  await plain.close();
  await page.goto(`/n/${PLACE}/copperfinch?lang=en`);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: SAID.en.vote }).click();
  await expect(page.locator('li[data-company=copperfinch][aria-current]')).toBeInViewport();
});

/** Opens a page of another site, for example of a WordPress, with lines of HTML in it. */
const openElsewhere = async (page: Page, html: string): Promise<{ close(): Promise<void> }> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><body><p>Our blog</p>${html}</body>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

test('a kit opens by its secret link and fits every screen; its lines show badge and embed on another site, and lead to the vote', async ({
  browser,
  page,
  site,
}) => {
  const made = site.laurel('kit', 'link', 'best-partner', 'gambling', 'copperfinch', '--as', 'olena');
  const path = /\/kit\/[\w-]+/.exec(made)?.[0] ?? '';
  for (const [language, width] of RUNS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.goto(`${path}?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Copperfinch');
    await expectFitting(page);
    expect(await findings(page)).toEqual([]);
  }
  const lines = await page.locator('pre').filter({ hasText: /^</ }).allTextContents();

  const context = await browser.newContext();
  const blog = await context.newPage();
  const elsewhere = await openElsewhere(blog, lines.join(''));
  const width = () => blog.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(720);
  const embed = blog.frameLocator('iframe');
  await expect(embed.getByRole('heading')).toHaveText('Copperfinch');
  await expect(embed.getByText(/^Time left: (1 h|\d+ min)/)).toBeVisible();
  // Nothing of it is cut off in the frame that the kit suggests.
  const [inner] = blog.frames().slice(1);
  expect(await inner?.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(300);
  const opened = context.waitForEvent('page');
  await embed.getByRole('link', { name: 'Vote' }).click();
  await expect((await opened).locator('li[data-company=copperfinch][aria-current]')).toBeInViewport();
  expect(await context.cookies()).toEqual([]);
  await elsewhere.close();
  await context.close();
});

// Last: it ends the voting of this server.
test('the page is a trophy once the winners are announced', async ({ browser, origin }) => {
  await passServerTime(origin, 3 * HOUR_MS);
  const plain = await plainPage(browser, origin);
  for (const [language, width] of RUNS) {
    await plain.setViewportSize({ width, height: HEIGHTS[width] });
    for (const [company, said] of [
      ['copperfinch', SAID[language].won],
      ['velvet-key', SAID[language].lost],
    ] as const) {
      await expect
        .poll(async () => (await plain.goto(`/n/${PLACE}/${company}?lang=${language}`)) && plain.content())
        .toContain(said.replace(' ', ' '));
      await expectFitting(plain);
    }
    await expect(plain.getByRole('link', { name: /Vote for|Голосувати/ })).toHaveCount(0);
  }
  await plain.close();
});
