import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { expectLook } from './site/look.ts';
import { showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;

test.use({
  schedule: {
    nominating: { opensIn: -1, closesIn: 50 },
    ...{ opensIn: 98, closesIn: 150, announcedIn: 200, visibility: 'live' },
  },
});

test('the page asks whom to nominate, and shows the nominees again at the end', async ({ page }) => {
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  for (const [width, language] of [
    [360, 'en'],
    [1440, 'uk'],
  ] as const) {
    await showIn(page, language, width);
    await expectLook(page, page, `nominating-hero-${width}-${language}`);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Кого варто номінувати?');
  await passTime(page, 50 * HOUR_MS);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Номінанти вже відомі.');
});
