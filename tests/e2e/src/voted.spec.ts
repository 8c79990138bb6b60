import type { Page } from '@playwright/test';
import { fakeLogin, fakeUserInfo, openWithLanguage } from './site/answers.ts';
import { savedBy } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { everyVote, knowVotes, pillOf, recordVote } from './site/votes.ts';
import { english as words } from './site/words.ts';

// The progress through the categories, in two tabs, and the picture at its end.

const TOTAL = 22;
const PICTURE = ['PNG', 1080, 1350];
const progress = (voted: number): string => `${voted} of ${TOTAL}`;

/** The format and size, in pixels, of the picture that the button with the focus saves. */
const savedPicture = async (page: Page): Promise<readonly [string, number, number]> => {
  const { content } = await savedBy(page, () => page.keyboard.press('Enter'));
  return [content.subarray(1, 4).toString(), content.readUInt32BE(16), content.readUInt32BE(20)];
};

test('the page counts a vote of another tab, and ends in the finish with its picture', async ({ page, context }) => {
  const pictureCode: string[] = [];
  context.on('request', (request) => {
    if (/\/assets\/picks-picture-/.test(request.url())) pictureCode.push(request.url());
  });
  const all = await everyVote(page);
  const crypto = all.find(({ nomination, niche }) => nomination === 'best-partner' && niche === 'crypto');
  const donat = all.find(({ nomination }) => nomination === 'donat');
  const known = all.filter((vote) => vote !== crypto && vote !== donat);
  if (!crypto || !donat) throw new Error('the edition has no such categories');
  await openWithLanguage(page, 'en');
  await fakeLogin(page, EVERYTHING);
  await knowVotes(page, known);
  await page.goto('/');
  const loaded = await page.evaluate(() => performance.timeOrigin);
  await expect(pillOf(page)).toContainText(progress(TOTAL - 2));

  const other = await context.newPage();
  await fakeUserInfo(other, EVERYTHING);
  await knowVotes(other, known);
  await other.goto('/');
  await other.locator('#best-partner').getByRole('tab', { name: 'Crypto' }).click();
  const voteFor = (tab: Page, company: string) =>
    tab.locator(`li[data-company="${company}"]`).getByRole('button', { name: words.voteFor('') });
  await voteFor(other, crypto.vote).press('Enter');
  await knowVotes(page, [...known, crypto]);
  await recordVote(other, crypto, [...known, crypto]);
  await other.getByRole('button', { name: words.cast }).press('Enter');
  const done = other.getByRole('dialog', { name: words.doneTitle });
  await expect(done.getByRole('button', { name: 'Next category (1 left)' })).toBeFocused();
  await other.close();
  await expect(pillOf(page)).toContainText(progress(TOTAL - 1));
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);

  await page.locator('#donat').getByRole('button').first().press('Enter');
  // By name: other tests vote too, and the order follows the percentages.
  await voteFor(page, donat.vote).press('Enter');
  await recordVote(page, donat, all);
  await page.getByRole('button', { name: words.cast }).press('Enter');
  const finish = page.getByRole('dialog', { name: words.finishedTitle });
  const picture = page.getByRole('dialog').getByRole('button', { name: 'Share a picture of my picks' });
  await expect(finish.getByRole('img')).toHaveCount(TOTAL);
  await expect(picture).toBeFocused();
  expect(pictureCode).toEqual([]);
  expect(await savedPicture(page)).toEqual(PICTURE);
  expect(pictureCode).toHaveLength(1);

  await finish.getByRole('button', { name: 'My votes' }).click();
  const list = page.getByRole('dialog', { name: 'My votes' });
  await expect(list.getByRole('listitem')).toHaveCount(TOTAL);
  await picture.focus();
  expect(await savedPicture(page)).toEqual(PICTURE);
  await list
    .getByRole('button', { name: /Gambling/ })
    .first()
    .click();
  await expect(list).toHaveCount(0);
  await expect(page.locator('#best-partner').getByRole('tab', { selected: true })).toBeFocused();
});
