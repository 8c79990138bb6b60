import { LANGUAGES } from '@laurel/contracts/languages';
import type { Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage, SOMEONE } from './site/answers.ts';
import { findings } from './site/axe.ts';
import { test as base, expect } from './site/fixtures.ts';
import { enlarge, expectSheetFits, NARROW } from './site/large-text.ts';
import { atNominations, EVERYTHING, expectLook, HEIGHTS, type Look } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { type Site, startSite } from './site/server.ts';
import { speak } from './site/show-in.ts';
import { STEP_LOOKS } from './site/step-looks.ts';
import { VOTE_LOOKS } from './site/vote-looks.ts';
import { confirmMailbox } from './site/voter.ts';
import { type Words, wordsByLanguage } from './site/words.ts';

const openLogin = (page: Page, words: Words): Promise<void> =>
  page.getByRole('banner').getByRole('button', { name: words.logIn }).click();

const LOOKS: readonly Look[] = [
  {
    what: 'hero',
    at: [
      [360, 'en'],
      [1440, 'uk'],
    ],
    whole: true,
    show: async ({ page }) => page,
  },
  {
    what: 'overview',
    at: [[1440, 'uk']],
    show: async ({ page }) => page.locator('#overview'),
  },
  {
    what: 'nomination',
    at: [
      [360, 'uk'],
      [1440, 'en'],
    ],
    show: ({ page }) => atNominations(page),
  },
  {
    what: 'nominee',
    at: [[1440, 'en']],
    sheet: true,
    show: async ({ page, dialog }) => {
      await page.locator('#best-partner li[data-company=northlight-partners] h4 button').click();
      const picture = dialog.getByRole('img').last();
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.complete))
        .toBe(true);
      return page;
    },
  },
  {
    what: 'footer',
    at: [[360, 'uk']],
    show: async ({ page }) => page.getByRole('contentinfo'),
  },
  {
    what: 'login',
    at: [[360, 'en']],
    whole: true,
    sheet: true,
    show: async ({ page, words, dialog }) => {
      await openLogin(page, words);
      return dialog;
    },
  },
  {
    what: 'login-errors',
    at: [[1440, 'uk']],
    plain: true,
    show: async ({ page, words, dialog }) => {
      await openLogin(page, words);
      await dialog.getByRole('button', { name: words.logIn }).click();
      await expect(dialog.locator('[aria-invalid=true]')).toHaveCount(2);
      return dialog;
    },
  },
  {
    what: 'mailbox',
    at: [[360, 'uk']],
    show: async ({ page, words, dialog }) => {
      await openLogin(page, words);
      await page.getByRole('button', { name: words.noAccount }).click();
      await expect(page.getByRole('checkbox', { name: words.mailboxTick })).toBeVisible();
      return dialog.filter({ has: page.getByRole('checkbox') });
    },
  },
  {
    what: 'signup',
    at: [[768, 'en']],
    sheet: true,
    show: async ({ page, words, dialog }) => {
      await openLogin(page, words);
      await page.getByRole('button', { name: words.noAccount }).click();
      await confirmMailbox(page, words);
      await expect(dialog.getByLabel(words.email, { exact: true })).toBeVisible();
      return page;
    },
  },
  {
    what: 'faq',
    at: [[360, 'uk']],
    sheet: true,
    verified: EVERYTHING,
    show: async ({ page, words, dialog }) => {
      await page.getByRole('button', { name: words.account(SOMEONE.name) }).click();
      await dialog.getByRole('button', { name: words.faq }).click();
      await confirmMailbox(page, words);
      await page.getByRole('dialog', { name: words.faqTitle }).locator('summary').nth(1).click();
      // Higher than a small phone, it scrolls.
      return page;
    },
  },
  {
    what: 'announcement',
    at: [[1440, 'en']],
    show: async ({ page }) => page.locator('main > section').last(),
  },
  {
    what: 'support',
    at: [[360, 'en']],
    show: async ({ page, words, dialog }) => {
      await openLogin(page, words);
      await dialog.getByRole('button', { name: words.support }).click();
      await page.getByRole('checkbox', { name: words.mailboxTick }).check();
      await page.getByRole('button', { name: words.mailboxConfirm }).click();
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      return dialog;
    },
  },
  {
    what: 'account',
    at: [[360, 'uk']],
    verified: EVERYTHING,
    show: async ({ page, words }) => {
      await page.getByRole('button', { name: words.account('Ada Lovelace') }).click();
      await expect(page.getByRole('button', { name: words.logOut })).toBeVisible();
      return page;
    },
  },
  {
    what: 'voted',
    at: [[768, 'uk']],
    whole: true,
    verified: EVERYTHING,
    show: async ({ page }) => {
      const vote = { nomination: 'best-partner', niche: 'gambling', vote: 'velvet-key' };
      await answer(page, '/vote/my-votes', { status: 200, body: [vote] });
      await page.reload();
      await expect(page.locator('[data-voted=true]')).toHaveCount(1);
      return atNominations(page);
    },
  },
  ...STEP_LOOKS,
  ...VOTE_LOOKS,
];

/**
 * All looks are of a server on which nobody has voted. Each screen has one picture, two where a phone and a computer show
 * different things; axe finds no violation in it, and a dialog fits a phone with text of twice the size.
 */
const test = base.extend<object, { fresh: Site }>({
  fresh: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  origin: async ({ fresh }, use) => use(fresh.origin),
});

// The longest file would otherwise keep one worker busy after all the others have ended.
test.describe.configure({ mode: 'parallel' });

for (const { what, at, verified, show, plain, whole, sheet, brief } of LOOKS) {
  for (const [width, language] of at) {
    test(`looks as it did, and everybody can read it: ${what}, ${width} px, ${language}`, async ({
      page,
      consoleErrors,
    }) => {
      await openWithLanguage(page, language);
      if (verified) await fakeLogin(page, verified);
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.goto('/');
      const dialog = page.getByRole('dialog');
      const part = await show({ page, words: wordsByLanguage[language], dialog });
      if (!plain) await expectLook(page, part, `${what}-${width}-${language}`);
      const isDialog = (await dialog.count()) > 0;
      if (whole || (isDialog && !brief)) expect(await findings(page, whole ? undefined : '[role=dialog]')).toEqual([]);
      if (sheet) {
        await page.setViewportSize({ width: NARROW, height: HEIGHTS[NARROW] });
        await enlarge(page);
        for (const other of LANGUAGES) {
          await speak(page, other);
          await expectSheetFits(dialog, `${what}, ${other}`);
        }
      }
      ignoreRefusals(consoleErrors);
    });
  }
}
