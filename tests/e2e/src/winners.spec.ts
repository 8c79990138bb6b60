import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { openWithLanguage } from './site/answers.ts';
import { holdClock, passTime, runUntil } from './site/clock.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';

const HOUR_MS = 3_600_000;
const RUNS = [
  {
    language: 'en',
    width: 360,
    share: 'Share: Copperfinch',
    title: 'Winner 2025 · Best Affiliate Program: Gambling',
    tall: 'Download 1080 × 1350',
    wide: 'Download 1200 × 630',
    card: 'Share the card',
    saved: 'Saved',
    failed: 'That didn’t work. Try again',
  },
  {
    language: 'uk',
    width: 1440,
    share: 'Поділитися: Copperfinch',
    title: 'Перемога 2025 · Найкраща партнерська програма: Гемблінг',
    tall: 'Завантажити 1080 × 1350',
    wide: 'Завантажити 1200 × 630',
    card: 'Поділитися карткою',
    saved: 'Збережено',
    failed: 'Не вдалося. Спробуйте ще раз',
  },
] as const;

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

/** The name and the pixels of a downloaded PNG. */
const download = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await file.path());
  return [file.suggestedFilename(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

/** The title of the preview of a nominee's link. */
const previewOf = async (page: Page, company: string): Promise<string | undefined> => {
  const answer = await page.request.get(`/?nomination=best-partner&niche=gambling&company=${company}&lang=en`);
  return /og:title" content="([^"]*)"/.exec(await answer.text())?.[1];
};

test('every winner has a card to share and to download, and a preview that names the win', async ({
  page,
  site,
  consoleErrors,
}) => {
  const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'copperfinch' };
  await castVote(site.origin, vote);
  await openWithLanguage(page, 'en');
  await holdClock(page);
  await page.goto('/');
  expect(await previewOf(page, 'copperfinch')).toMatch(/^Copperfinch · Best/);
  await passTime(page, 3 * HOUR_MS);
  expect(await previewOf(page, 'copperfinch')).toMatch(/^Copperfinch · Winner 2025 · Best/);
  expect(await previewOf(page, 'velvet-key')).toMatch(/^Velvet Key · Best/);
  for (const { language, width, share, title, tall, wide, card, saved, failed } of RUNS) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('button', { name: language === 'en' ? 'EN' : 'UA', exact: true }).click();
    const button = page.getByRole('button', { name: share });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Copperfinch' });
    await runUntil(page, () => dialog.count(), 1);
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button', { name: card })).toBeFocused();
    const picture = dialog.getByRole('img');
    await expect
      .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
      .toBe(1080);

    const press = (role: 'link' | 'button', name: string) => () => dialog.getByRole(role, { name }).click();
    expect(await download(page, press('link', tall))).toEqual(['copperfinch-2025-1080x1350.png', 1080, 1350]);
    expect(await download(page, press('link', wide))).toEqual(['copperfinch-2025-1200x630.png', 1200, 630]);
    // This browser cannot share files, so the card is saved.
    expect(await download(page, press('button', card))).toEqual(['copperfinch-2025-1080x1350.png', 1080, 1350]);
    await expect(dialog.getByRole('status').first()).toHaveText(saved);
    await page.clock.runFor(2_100);

    await page.route('**/share/card.png*', (route) => route.fulfill({ status: 503 }));
    await dialog.getByRole('button', { name: card }).press('Enter');
    await expect(dialog.getByRole('status').first()).toHaveText(failed);
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
  ignoreErrors(consoleErrors, /503/);
});
