import { answer, fakeUserInfo, refusal, SOMEONE, success, TOKEN } from './answers.ts';
import { expect } from './fixtures.ts';
import { EVERYTHING, type Look, step } from './look.ts';
import * as screens from './screens.ts';

/** Every step to a vote. */
export const STEP_LOOKS: readonly Look[] = [
  step('forgot-password', screens.forgotPassword, [768, 'en']),
  step('new-password', screens.newPassword, [360, 'en'], true),
  step('email-code', screens.emailCode, [768, 'uk']),
  step('app-code', screens.secondFactor, [360, 'uk'], true),
  step('phone', screens.phoneRequest, [1440, 'uk']),
  step('sms-code', screens.phoneConfirm, [360, 'uk']),
  step('social', screens.social, [768, 'uk']),
  step('vote', screens.vote, [1440, 'en']),
  step('phone-with-code', screens.phoneRequestWithCode, [360, 'en'], true),
  {
    what: 'vote-refused',
    at: [[360, 'en']],
    sheet: true,
    verified: EVERYTHING,
    show: async ({ page, words, dialog }) => {
      await answer(page, '/vote', refusal('phone.unverified', { beside: ['social.unverified'] }));
      await screens.vote.reach({ page, words, dialog });
      await screens.vote.press({ page, words, dialog });
      await expect(dialog.getByRole('button', { name: words.goOn })).toBeVisible();
      return dialog;
    },
  },
  {
    what: 'vote-cast',
    at: [[360, 'uk']],
    sheet: true,
    verified: EVERYTHING,
    show: async ({ page, words, dialog }) => {
      const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'northlight-partners' };
      await answer(page, '/vote', { ...success(vote), status: 201 });
      await screens.vote.reach({ page, words, dialog });
      await screens.vote.press({ page, words, dialog });
      await expect(dialog).toHaveAccessibleName(words.doneTitle);
      return page;
    },
  },
  {
    what: 'linking',
    at: [[768, 'en']],
    sheet: true,
    show: async ({ page, words, dialog }) => {
      await screens.setup.reach({ page, words, dialog });
      await dialog
        .getByRole('button')
        .filter({ hasText: /^(Back|Назад)$/ })
        .click();
      const narrow = (page.viewportSize()?.width ?? 0) < 720;
      await expect(narrow ? dialog.locator('code') : dialog.getByRole('img', { name: words.qr })).toBeVisible();
      // Higher than a small phone, it scrolls.
      return page;
    },
  },
  {
    what: 'backup-codes',
    at: [[360, 'en']],
    sheet: true,
    show: async ({ page, words, dialog }) => {
      await fakeUserInfo(page, []);
      await screens.setup.reach({ page, words, dialog });
      const backupCodes = Array.from('ABCDEFGHIJ', (last) => `MFRGGZDFM${last}`);
      await answer(page, '/users/verify-otp', success({ token: TOKEN, user: SOMEONE, backupCodes }));
      await screens.setup.press({ page, words, dialog });
      await expect(dialog.locator('li code')).toHaveCount(10);
      return page;
    },
  },
];
