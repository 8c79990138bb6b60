import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { RUNS } from './site/runs.ts';
import { pressIn, showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;
const WORDS = {
  en: {
    winners: [
      /^Best Affiliate Program: Gambling\s*Copperfinch\s*100\.00%$/,
      /^Donation of the Year\s*Joint winners: Hollow Oak, Zhuravli\s*50\.00%$/,
    ],
    row: /^Copperfinch\s*Winner\s*100\.00%$/,
    questions: 'Questions and answers',
  },
  uk: {
    winners: [
      /^Найкраща партнерська програма: Гемблінг\s*Copperfinch\s*100,00%$/,
      /^Донат року\s*Спільна перемога: Hollow Oak, Журавлі\s*50,00%$/,
    ],
    row: /^Copperfinch\s*Перемога\s*100,00%$/,
    questions: 'Запитання й відповіді',
  },
} as const;

/** The size of A4 in CSS pixels. */
const A4 = { width: 794, height: 1123 };

/** Shows the paper on the screen. */
const showPaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
};
const hidePaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
};

const expectWholePrint = async (page: Page): Promise<void> => {
  await page.setViewportSize(A4);
  // Some browsers count the pages before the media query changes, and cut what is rendered later.
  const pdf = await page.pdf({ format: 'A4', margin: { top: 0, right: 0, bottom: 0, left: 0 } });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  await showPaper(page);
  const height = await page.locator('[data-paper]').evaluate((paper) => paper.scrollHeight);
  await hidePaper(page);
  expect(height).toBeGreaterThan(2 * A4.height);
  expect(pages).toBeGreaterThanOrEqual(height / A4.height);
};

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

test('the printed page has the winners first, then all categories, and nothing else', async ({ page, site }) => {
  for (const [nomination, niche, vote] of [
    ['best-partner', 'gambling', 'copperfinch'],
    ['donat', 'no-category', 'hollow-oak'],
    ['donat', 'no-category', 'zhuravli'],
  ] as const) {
    await castVote(site.origin, { nomination, niche, vote });
  }
  await page.goto('/');
  await expectWholePrint(page);
  await passServerTime(site.origin, 3 * HOUR_MS);
  await page.goto('/');
  await expectWholePrint(page);
  const tables = page.locator('table');
  for (const [language, width] of RUNS) {
    const words = WORDS[language];
    await showIn(page, language, width);
    await showPaper(page);
    await expect(tables).toHaveCount(23);
    await expect(tables.first().getByRole('row')).toHaveText([...words.winners]);
    await expect(page.getByRole('row').filter({ hasText: words.row })).toBeVisible();
    await expect(page.getByRole('main')).toBeHidden();
    await expect(page.getByRole('button')).toHaveCount(0);
    await hidePaper(page);
    await expect(tables).toHaveCount(0);

    // A dialog that is open is not printed, and the results behind it are.
    await pressIn(page.locator('#overview').getByRole('button', { name: words.questions }), width);
    await expect(page.getByRole('dialog')).toBeVisible();
    await showPaper(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('button:visible')).toHaveCount(0);
    await expect(tables.first()).toBeVisible();
    await hidePaper(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
