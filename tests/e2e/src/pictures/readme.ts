import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page, PageScreenshotOptions } from '@playwright/test';
import { openAccount } from '../site/account.ts';
import { openWithLanguage } from '../site/answers.ts';
import { cardOf, castVote as castOnPage, nominees } from '../site/ballot.ts';
import { passServerTime } from '../site/clock.ts';
import { expect, test } from '../site/fixtures.ts';
import { enter } from '../site/member.ts';
import { newPerson } from '../site/person.ts';
import { createVoter } from '../site/voter.ts';
import { english as words } from '../site/words.ts';
import { castVotes, voteElsewhere } from './electorate.ts';

const IMAGES = join(import.meta.dirname, '../../../../docs/images');
const HOUR_MS = 3_600_000;
const HEIGHT = 820;
const PHONE = { width: 360, height: HEIGHT };
const COMPUTER = { width: 1440, height: 900 };
const LANDING_HEIGHT = 2_500;
const GAP = 16;

test.use({ schedule: { opensIn: -2, closesIn: 75, announcedIn: 120, visibility: 'live' } });

const shot = async (page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> => {
  await expect(page.locator('[data-loader]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  return page.screenshot(options);
};

/** Places pictures of the same height side by side. */
const row = async (browser: Browser, pictures: readonly Buffer[], file: string): Promise<void> => {
  const page = await browser.newPage();
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`);
  await page.setContent(
    `<style>body{margin:0;background:#07060b}main{display:inline-flex;gap:${GAP}px;padding:${GAP}px}
    img{display:block;height:${HEIGHT}px;border-radius:18px;outline:1px solid #fff2}</style><main>${images.join('')}</main>`,
  );
  await expect(page.locator('img').last()).toHaveJSProperty('complete', true);
  await page.locator('main').screenshot({ path: join(IMAGES, file) });
  await page.close();
};

test('draws the first screen, the overview and the first nomination', async ({ page, site }) => {
  await castVotes(site.origin);
  await openWithLanguage(page, 'en');
  await page.setViewportSize(COMPUTER);
  await page.goto('/');
  // Brings the logos in, which load near the screen.
  await page.locator('#nominations h3').nth(1).scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, 0));
  const clip = { x: 0, y: 0, width: COMPUTER.width, height: LANDING_HEIGHT };
  await writeFile(join(IMAGES, 'landing.png'), await shot(page, { fullPage: true, clip }));
});

test('draws the voter’s journey', async ({ page, browser, site }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/?nomination=best-partner&niche=finance&company=quillstone&lang=en');
  const voter = createVoter(page, words, site.origin);
  const dialog = page.getByRole('dialog');
  const pictures: Buffer[] = [];
  await expect(cardOf(page, nominees.quillstone)).toBeInViewport();
  pictures.push(await shot(page));
  await cardOf(page, nominees.quillstone)
    .getByRole('button', { name: words.voteFor('Quillstone') })
    .click();
  await voter.signUp(newPerson('Ada Lovelace'));
  await voter.confirmEmail();
  await expect(dialog.getByRole('heading', { name: words.setupTitle })).toBeVisible();
  pictures.push(await shot(page));
  await voter.linkAuthenticator();
  await voter.confirmPhone();
  pictures.push(await shot(page));
  await voter.connectTelegram();
  await expect(dialog.getByRole('button', { name: words.cast })).toBeVisible();
  pictures.push(await shot(page));
  await dialog.getByRole('button', { name: words.cast }).click();
  await expect(page.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
  pictures.push(await shot(page));
  await row(browser, pictures, 'way.png');
});

test('draws the finish and the winners', async ({ page, browser, site }) => {
  const pictures: Buffer[] = [];
  const member = await openAccount(site.origin, { phone: true, social: true });
  await voteElsewhere(member, nominees.quillstone.vote);
  await page.setViewportSize(PHONE);
  await enter(page, member, { language: 'en' });
  await castOnPage(page, nominees.quillstone);
  await expect(page.getByRole('dialog')).toContainText('22 of 22');
  await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(22);
  const finish = await shot(page);
  await page.getByRole('button', { name: words.backToPage }).click();

  await passServerTime(site.origin, 130 * HOUR_MS);
  await page.setViewportSize({ width: 1240, height: HEIGHT });
  await page.reload();
  await page.evaluate(() => window.scrollTo(0, 0));
  pictures.push(await shot(page));
  await page
    .locator('#winners section')
    .first()
    .evaluate((act) => window.scrollTo(0, act.getBoundingClientRect().top + window.scrollY - 56));
  pictures.push(await shot(page));
  await page.setViewportSize(PHONE);
  await page
    .locator('#winners section')
    .getByRole('button', { name: /^Share/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('img')).toHaveJSProperty('naturalWidth', 1080);
  pictures.push(await shot(page), finish);
  await row(browser, pictures, 'winners.png');
});
