import { readFile } from 'node:fs/promises';
import type { Language } from '@laurel/contracts/languages';
import type { Vote } from '@laurel/contracts/records';
import type { Locator, Page } from '@playwright/test';
import { fakeLogin, fakeUserInfo, openWithLanguage, SOMEONE } from './site/answers.ts';
import { holdClock, runUntil } from './site/clock.ts';
import { settle } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { RUNS } from './site/runs.ts';
import { everyVote, knowVotes, pillOf, recordVote } from './site/votes.ts';
import { wordsByLanguage } from './site/words.ts';

// The moment after a vote, and the progress through the categories.

const TOTAL = 22;
/** How long the page says that a link was copied. */
const OUTCOME_SHOWN_MS = 2_000;

const SPEECH: Readonly<
  Record<
    Language,
    {
      progress(voted: number): string;
      left(count: number): string;
      next: string;
      share: string;
      copied: string;
      failed: string;
      shared: RegExp;
      votedHere: string;
      picks: string;
      picture: string;
      myVotes: string;
      listed: string;
    }
  >
> = {
  en: {
    progress: (voted) => `${voted} of ${TOTAL}`,
    left: (count) => `Next category (${count} left)`,
    next: 'Next category',
    share: 'Share',
    copied: 'Copied',
    failed: 'That didn’t work. Try again',
    shared: /^I voted for .+ at Meridian Awards 2025\. Cast your vote, too:$/,
    votedHere: 'you voted here',
    picks: 'My picks',
    picture: 'Share a picture of my picks',
    myVotes: 'My votes',
    listed: 'You have voted in 1 of 22 categories',
  },
  uk: {
    progress: (voted) => `${voted} з ${TOTAL}`,
    left: (count) => `Наступна категорія (ще ${count})`,
    next: 'Наступна категорія',
    share: 'Поділитися',
    copied: 'Скопійовано',
    failed: 'Не вдалося. Спробуйте ще раз',
    shared: /^Мій вибір на .+ 2025\s— .+\.\sПроголосуйте\sй\sви:$/,
    votedHere: 'ви вже проголосували',
    picks: 'Мій вибір',
    picture: 'Поділитися моїм вибором',
    myVotes: 'Мої голоси',
    listed: 'Ви проголосували в 1 з 22 категорій',
  },
};

/** The sheet of a phone shares; that of a computer is forbidden, so that the link is copied, which may fail as well. */
const stubSharing = async (page: Page, works: boolean): Promise<void> => {
  await page.addInitScript((sheetWorks) => {
    const share = async (data: unknown): Promise<void> => {
      if (!sheetWorks) throw new DOMException('not allowed', 'NotAllowedError');
      Object.assign(window, { shared: data });
    };
    const writeText = async (url: string): Promise<void> => {
      if (Reflect.has(window, 'blocked')) throw new DOMException('blocked', 'NotAllowedError');
      Object.assign(window, { shared: { url } });
    };
    Object.defineProperty(navigator, 'share', { configurable: true, value: share });
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  }, works);
};

const sharedBy = (page: Page): Promise<{ text?: string; url?: string }> =>
  page.evaluate(() => Reflect.get(window, 'shared') ?? {});

/** The size of the picture that the button saves, in pixels. */
const savedPicture = async (page: Page, press: () => Promise<void>): Promise<readonly [string, number, number]> => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const bytes = await readFile(await file.path());
  return [bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

/** Texts in this order, whose spaces may bind words. */
const inOrder = (...texts: readonly string[]): RegExp => new RegExp(texts.join('.*').replaceAll(' ', '\\s'));

for (const [language, width] of RUNS) {
  const words = wordsByLanguage[language];
  const say = SPEECH[language];
  const byKeyboard = width === 1440;
  const press = (target: Locator): Promise<void> => (byKeyboard ? target.press('Enter') : target.click());
  const voteButtons = (within: Page | Locator) => within.getByRole('button', { name: words.voteFor('') });

  /** Opens the page as a voter with these votes. */
  const come = async (page: Page, votes: readonly Vote[]): Promise<void> => {
    await openWithLanguage(page, language);
    await fakeLogin(page, EVERYTHING);
    await knowVotes(page, votes);
    await page.goto('/');
  };

  test.describe(`${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: width === 360 ? 740 : 900 } });

    test('after a vote the page says what was cast until that is dismissed, shares it, and leads on', async ({
      page,
      origin,
    }) => {
      await stubSharing(page, !byKeyboard);
      await holdClock(page);
      await come(page, []);
      await runUntil(page, () => pillOf(page).count(), 1);
      await expect(pillOf(page)).toContainText(say.progress(0));
      const card = page.locator('#best-partner li[data-company]').first();
      const button = voteButtons(card);
      const nominee = ((await button.getAttribute('aria-label')) ?? '').replace(words.voteFor(''), '');
      const company = (await card.getAttribute('data-company')) ?? '';
      const vote = { nomination: 'best-partner', niche: 'gambling', vote: company };
      await press(button);
      const cast = page.getByRole('button', { name: words.cast });
      await runUntil(page, () => cast.count(), 1);
      await recordVote(page, vote, [vote]);
      await press(cast);

      // Screen readers announce the step by its group, because the dialog was already open.
      const dialog = page.getByRole('dialog', { name: words.doneTitle });
      await expect(dialog.getByRole('group', { name: words.doneTitle })).toContainText(nominee);
      const next = dialog.getByRole('button', { name: say.left(TOTAL - 1) });
      await expect(next).toBeFocused();
      // The page is covered for a moment after the vote.
      await runUntil(page, () => page.locator('[data-loader]').count(), 0);
      await expect(next).toHaveAccessibleDescription(inOrder(words.doneTitle, nominee));
      const ring = await dialog.locator('img').locator('..').boundingBox();
      expect(Math.round(ring?.width ?? 0)).toBe(Math.round(ring?.height ?? -1));
      // The two buttons below are of one line each.
      for (const name of [say.share, words.backToPage]) {
        const box = await dialog.getByRole('button', { name, exact: true }).boundingBox();
        expect(box?.height).toBeLessThan(52);
      }

      await press(dialog.getByRole('button', { name: say.share, exact: true }));
      await expect.poll(async () => (await sharedBy(page)).url).toContain(`company=${company}&niche=gambling`);
      if (byKeyboard) {
        await expect(dialog.getByRole('status').first()).toHaveText(say.copied);
        await page.clock.runFor(OUTCOME_SHOWN_MS);
        await expect(dialog.getByRole('button', { name: say.share, exact: true })).toBeVisible();
        await page.evaluate(() => Object.assign(window, { blocked: true }));
        await press(dialog.getByRole('button', { name: say.share, exact: true }));
        await expect(dialog.getByRole('status').first()).toHaveText(say.failed);
      } else {
        const { text = '', url = '' } = await sharedBy(page);
        expect(text).toMatch(say.shared);
        expect(url.startsWith(`${origin}/?nomination=best-partner&`)).toBe(true);
        expect(url.endsWith(`&lang=${language}`)).toBe(true);
        // Longer than messages that close by themselves.
        await page.clock.runFor(5_000);
        await settle(page);
        await expect(dialog).toBeVisible();
      }

      await press(next);
      await expect(dialog).toHaveCount(0);
      const nomination = page.locator('#best-partner');
      await expect(nomination.getByRole('tab').nth(1)).toBeFocused();
      await expect(nomination.getByRole('tab', { selected: true })).toBeFocused();
      await expect(nomination.getByRole('tab').first()).toHaveAccessibleName(new RegExp(`${say.votedHere}$`));
      await expect(pillOf(page)).toContainText(say.progress(1));
    });

    test('counts a vote of another tab, and ends in the finish with its picture', async ({ page, context }) => {
      const pictureCode: string[] = [];
      context.on('request', (request) => {
        if (/\/assets\/picks-picture-/.test(request.url())) pictureCode.push(request.url());
      });
      const all = await everyVote(page);
      const crypto = all.find(({ nomination, niche }) => nomination === 'best-partner' && niche === 'crypto');
      const donat = all.find(({ nomination }) => nomination === 'donat');
      const known = all.filter((vote) => vote !== crypto && vote !== donat);
      if (!crypto || !donat) throw new Error('the edition has no such categories');
      await come(page, known);
      const loaded = await page.evaluate(() => performance.timeOrigin);
      await expect(pillOf(page)).toContainText(say.progress(TOTAL - 2));

      const other = await context.newPage();
      await fakeUserInfo(other, EVERYTHING);
      await knowVotes(other, known);
      await other.goto('/');
      await press(pillOf(other).getByRole('button', { name: say.next }));
      const panel = other.locator('#best-partner').getByRole('tabpanel');
      await press(voteButtons(panel.locator(`li[data-company="${crypto.vote}"]`)));
      await knowVotes(page, [...known, crypto]);
      await recordVote(other, crypto, [...known, crypto]);
      await press(other.getByRole('button', { name: words.cast }));
      await expect(other.getByRole('dialog', { name: words.doneTitle })).toBeVisible();
      await other.close();
      await expect(pillOf(page)).toContainText(say.progress(TOTAL - 1));
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);

      await press(pillOf(page).getByRole('button', { name: say.next }));
      await expect(page.locator('#donat')).toBeInViewport();
      // By name: other tests vote too, and the order follows the percentages.
      await press(voteButtons(page.locator(`#donat li[data-company="${donat.vote}"]`)));
      await recordVote(page, donat, all);
      await press(page.getByRole('button', { name: words.cast }));
      const finish = page.getByRole('dialog', { name: words.finishedTitle });
      const picture = page.getByRole('dialog').getByRole('button', { name: say.picture });
      await expect(finish.getByRole('group', { name: words.finishedTitle })).toContainText(say.progress(TOTAL));
      await expect(finish.getByRole('img')).toHaveCount(TOTAL);
      await expect(picture).toBeFocused();
      await expect(picture).toHaveAccessibleDescription(inOrder(words.finishedTitle, String(TOTAL)));
      expect(pictureCode).toEqual([]);
      expect(await savedPicture(page, () => press(picture))).toEqual(['PNG', 1080, 1350]);
      expect(pictureCode).toHaveLength(1);

      await press(finish.getByRole('button', { name: say.myVotes }));
      const list = page.getByRole('dialog', { name: say.myVotes });
      await expect(list.getByRole('listitem')).toHaveCount(TOTAL);
      expect(await savedPicture(page, () => press(picture))).toEqual(['PNG', 1080, 1350]);
      await page.keyboard.press('Escape');
      await expect(list).toHaveCount(0);

      const picks = pillOf(page).getByRole('button', { name: say.picks });
      await expect(pillOf(page)).toContainText(say.progress(TOTAL));
      await press(picks);
      await expect(finish).toBeVisible();
      await press(finish.getByRole('button', { name: words.backToPage }));
      await expect(finish).toHaveCount(0);
      await expect(picks).toBeFocused();
    });

    test('the menu lists all own votes, each with a way to its category, and draws a picture when asked', async ({
      page,
    }) => {
      const pictureCode: string[] = [];
      page.on('request', (request) => {
        if (/\/assets\/picks-picture-/.test(request.url())) pictureCode.push(request.url());
      });
      await come(page, [{ nomination: 'best-partner', niche: 'dating', vote: 'moonferry' }]);
      await press(page.getByRole('button', { name: words.account(SOMEONE.name) }));
      await press(page.getByRole('button', { name: say.myVotes }));
      const list = page.getByRole('dialog', { name: say.myVotes });
      await expect(list).toContainText(say.listed);
      await expect(list.getByRole('listitem')).toHaveCount(TOTAL);
      expect(pictureCode).toEqual([]);
      const picture = list.getByRole('button', { name: say.picture });
      expect(await savedPicture(page, () => press(picture))).toEqual(['PNG', 1080, 1350]);
      await press(list.getByRole('button', { name: /Moonferry/ }));
      await expect(list).toHaveCount(0);
      await expect(page.locator('#best-partner').getByRole('tab', { selected: true })).toBeFocused();
      await expect(page.locator('li[data-company=moonferry]')).toContainText(words.yourChoice);
    });
  });
}
