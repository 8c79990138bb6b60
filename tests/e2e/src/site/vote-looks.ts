import { answer, SOMEONE, success } from './answers.ts';
import { firstVote, untilMissingKnown } from './ballot.ts';
import { expect } from './fixtures.ts';
import { EVERYTHING, type Look } from './look.ts';
import * as screens from './screens.ts';
import { everyVote, knowReceipts, knowVotes, pillOf, recordVote } from './votes.ts';

const EVENT = 'b'.repeat(22);
const LOG = [{ verificationStatus: 'IN_PROGRESS', createdAt: '2025-11-20T18:00:00.000Z' }];

const IN_RECORD = /^(In the public record|У\sпублічному реєстрі)$/;
const MY_VOTES = /^(My votes|Мої голоси)$/;

/** Makes the page know an Instagram name that waits for its code. */
const submitInstagram = async (desk: screens.Desk): Promise<void> => {
  await screens.social.reach(desk);
  await answer(desk.page, screens.social.path, success({ identifier: EVENT, proofCode: 'K7M2QX' }));
  await answer(desk.page, `/users/logs/${EVENT}`, success(LOG, { metadata: { proofCode: 'K7M2QX' } }));
  await screens.social.press(desk);
  await expect(desk.dialog.locator('code')).toHaveText('K7M2QX');
};

/** Opens the ballot and chooses its second nominee. */
const chooseInBallot = async ({ page, dialog }: screens.Desk): Promise<void> => {
  await pillOf(page).getByRole('button').click();
  await dialog.locator('[data-company]').nth(1).click();
};

/** What follows a vote, the list of votes, and what a vote may wait for. */
export const VOTE_LOOKS: readonly Look[] = [
  {
    what: 'finished',
    at: [[360, 'uk']],
    sheet: true,
    verified: EVERYTHING,
    show: async ({ page, words, dialog }) => {
      await knowVotes(page, await everyVote(page));
      await page.reload({ waitUntil: 'networkidle' });
      await pillOf(page).getByRole('button').click();
      await expect(dialog).toHaveAccessibleName(words.finishedTitle);
      return dialog;
    },
  },
  {
    what: 'ballot',
    at: [[360, 'uk']],
    sheet: true,
    verified: EVERYTHING,
    show: async (desk) => {
      await chooseInBallot(desk);
      return desk.page;
    },
  },
  {
    what: 'ballot-counted',
    at: [[1440, 'en']],
    sheet: true,
    verified: EVERYTHING,
    show: async (desk) => {
      const [vote] = await everyVote(desk.page);
      if (!vote) throw new Error('the edition has no category');
      const company = (await desk.page.locator('li[data-company]').nth(1).getAttribute('data-company')) ?? '';
      await recordVote(desk.page, { ...vote, vote: company }, [{ ...vote, vote: company }]);
      await chooseInBallot(desk);
      await desk.dialog.getByRole('button', { name: desk.words.voteFor('') }).click();
      await expect(desk.dialog).toHaveAccessibleName(/^(Counted|Зараховано)$/);
      return desk.page;
    },
  },
  {
    what: 'my-votes',
    at: [[1440, 'en']],
    sheet: true,
    verified: EVERYTHING,
    show: async ({ page, words }) => {
      const votes = (await everyVote(page)).slice(0, 3);
      await knowVotes(page, votes);
      await knowReceipts(page, votes.slice(0, 2), votes.slice(2));
      await page.reload({ waitUntil: 'networkidle' });
      // Nobody has voted there, so the counts behind the list need no mask in front of it.
      await page.evaluate(() => {
        for (const count of document.querySelectorAll('[data-turnout]')) count.removeAttribute('data-turnout');
      });
      await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
      await page.getByRole('button', { name: MY_VOTES }).click();
      await expect(page.getByRole('dialog', { name: MY_VOTES }).getByText(IN_RECORD)).toHaveCount(2);
      // Higher than the screen, it scrolls.
      return page;
    },
  },
  {
    what: 'pill-finish',
    at: [[360, 'uk']],
    verified: ['PHONE'],
    show: async ({ page }) => {
      await untilMissingKnown(page);
      return page;
    },
  },
  {
    what: 'pill-left',
    at: [[768, 'en']],
    show: async ({ page, words, dialog }) => {
      await screens.emailCode.reach({ page, words, dialog });
      await page.keyboard.press('Escape');
      await expect(pillOf(page)).toBeVisible();
      return pillOf(page);
    },
  },
  {
    what: 'waiting',
    at: [[360, 'uk']],
    brief: true,
    verified: screens.social.verified ?? [],
    show: async ({ page, words, dialog }) => {
      await submitInstagram({ page, words, dialog });
      await page.keyboard.press('Escape');
      await firstVote(page, words).click();
      await expect(dialog.getByRole('button')).toHaveCount(2);
      // It stays while the keyboard is used in it.
      await page.keyboard.press('Shift');
      return dialog;
    },
  },
  {
    what: 'proof-code',
    at: [[768, 'uk']],
    sheet: true,
    verified: screens.social.verified ?? [],
    show: async ({ page, words, dialog }) => {
      await submitInstagram({ page, words, dialog });
      // Higher than a small phone, it scrolls.
      return page;
    },
  },
];
