import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage } from './site/answers.ts';
import { findings } from './site/axe.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { english, ukrainian } from './site/words.ts';

const card = (page: Page, tag: string): Locator => page.locator(`#best-partner li[data-company=${tag}]`);
const nameOf = (page: Page, tag: string): Locator => card(page, tag).getByRole('heading').getByRole('button');

const RUNS = [
  { language: 'en', words: english, width: 1440, height: 900, copy: 'Copy link' },
  { language: 'uk', words: ukrainian, width: 360, height: 740, copy: 'Скопіювати посилання' },
] as const;

for (const { language, words, width, height, copy } of RUNS) {
  test.describe(`the details of a nominee, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test.beforeEach(({ page }) => openWithLanguage(page, language));

    test('open from its name and from its logo, and close with Back to where they were opened', async ({ page }) => {
      await page.goto('/');
      const dialog = page.getByRole('dialog', { name: 'Northlight Partners' });
      await nameOf(page, 'northlight-partners').click();
      await expect(dialog).toBeVisible();
      await page.goBack({ waitUntil: 'commit' });
      await expect(dialog).toHaveCount(0);
      await expect(nameOf(page, 'northlight-partners')).toBeFocused();

      // The button of the name covers the logo, so the click goes to the card, and Playwright waits until that stands still.
      const position = await card(page, 'northlight-partners').evaluate((item) => {
        const [outer, logo] = [item, item.querySelector('img')].map((each) => each?.getBoundingClientRect());
        if (!outer || !logo) throw new Error('the card has no logo');
        return { x: logo.x - outer.x + 20, y: logo.y - outer.y + 20 };
      });
      await card(page, 'northlight-partners').click({ position });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    });

    test('open with the keyboard, with the vote first, and lead to the login', async ({ page }) => {
      await page.goto('/');
      await nameOf(page, 'velvet-key').focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Velvet Key' });
      const vote = dialog.getByRole('button', { name: words.voteFor('Velvet Key') });
      await expect(vote).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: words.loginTitle })).toBeVisible();
    });

    test('show the picture or link to the video, and load nothing from another site', async ({ page, context }) => {
      await page.goto('/');
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await nameOf(page, 'northlight-partners').click();
      const dialog = page.getByRole('dialog');
      const picture = dialog.getByRole('img', { name: language === 'en' ? /^A lit house/ : /^Освітлений будинок/ });
      await expect(picture).toBeVisible();
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
        .toBe(true);
      // The picture for other sites costs the server, so it is drawn only when it is asked for.
      expect(asked.filter((path) => path.startsWith('/share/'))).toEqual([]);
      await expect(dialog.getByRole('link', { name: 'northlight.example' })).toHaveAttribute('rel', /noopener/);
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await dialog.getByRole('button', { name: copy }).click();
      const copied = async () => URL.parse(await page.evaluate(() => navigator.clipboard.readText()))?.search;
      await expect
        .poll(copied)
        .toBe(`?nomination=best-partner&company=northlight-partners&niche=gambling&lang=${language}`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);

      await nameOf(page, 'velvet-key').click();
      const video = dialog.getByRole('link', { name: /Velvet Key/ }).first();
      await expect(video).toHaveAttribute('href', 'https://video.example/velvet-key');
      await expect(video).toHaveAttribute('target', '_blank');
      await expect(dialog.locator('iframe, video, embed, object')).toHaveCount(0);
    });

    test('have no violation of an axe rule, and fit the screen', async ({ page }) => {
      await page.goto('/');
      for (const tag of ['northlight-partners', 'velvet-key']) {
        await nameOf(page, tag).click();
        const dialog = page.getByRole('dialog');
        await expect(dialog.getByRole('button', { name: copy })).toBeVisible();
        expect(await findings(page), tag).toEqual([]);
        expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
      }
    });

    test('say for which nominee the visitor has voted', async ({ page }) => {
      await fakeLogin(page, EVERYTHING);
      await answer(page, '/vote/my-votes', {
        status: 200,
        body: [{ nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' }],
      });
      await page.goto('/');
      await expect(card(page, 'velvet-key')).toContainText(words.yourChoice);
      const dialog = page.getByRole('dialog');
      await nameOf(page, 'velvet-key').click();
      await expect(dialog).toContainText(words.yourChoice);
      await expect(dialog.getByRole('button', { name: words.voteFor('Velvet Key') })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await nameOf(page, 'kite-and-rook').click();
      await expect(dialog).toContainText(words.alreadyVoted);
      await expect(dialog.getByRole('button', { name: words.voteFor('Kite & Rook') })).toHaveCount(0);
    });
  });
}
