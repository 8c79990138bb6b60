import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, fakeUserInfo, openWithLanguage, SOMEONE, success, TOKEN } from './site/answers.ts';
import { untilMissingKnown } from './site/ballot.ts';
import { expect, test, waitForCode } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { RUNS } from './site/runs.ts';
import { phoneRequest } from './site/screens.ts';
import { confirmMailbox } from './site/voter.ts';
import { type Words, wordsByLanguage } from './site/words.ts';

// A visitor who is known to lack a verification completes it before the confirmation of the vote, not after a refusal.

const firstVote = (page: Page, words: Words): Locator => page.getByRole('button', { name: words.voteFor('') }).first();
const nomineeOf = async (button: Locator, words: Words): Promise<string> =>
  ((await button.getAttribute('aria-label')) ?? '').replace(words.voteFor(''), '');

/** The red, green and blue of an element's text. */
const colourOf = async (text: Locator): Promise<number[]> =>
  ((await text.evaluate((element) => getComputedStyle(element).color)).match(/\d+/g) ?? []).slice(0, 3).map(Number);

/** Holds back code of the page; returns how to let it through. */
const hold = async (page: Page, code: RegExp): Promise<() => void> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(code, async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
};

const MY_VOTES = { en: 'My votes', uk: 'Мої голоси' } as const;
const LOADING = { en: 'Loading', uk: 'Завантаження' } as const;

for (const [language, width] of RUNS) {
  const words = wordsByLanguage[language];
  const cases = [
    { what: 'the phone', verified: ['TELEGRAM_SUBSCRIPTION'], title: words.phoneTitle, why: words.phoneMissing },
    { what: 'the social account', verified: ['PHONE'], title: words.socialTitle, why: words.socialMissing },
    { what: 'both', verified: [], title: words.missingTitle, why: words.bothMissing },
  ] as const;

  test.describe(`a visitor without a verification, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const { what, verified, title, why } of cases) {
      test(`is led to ${what} before the confirmation, neutrally and with the choice in view`, async ({ page }) => {
        const votes: string[] = [];
        page.on('request', (request) => {
          if (request.url().endsWith('/api/vote')) votes.push(request.method());
        });
        await openWithLanguage(page, language);
        await fakeLogin(page, verified);
        await page.goto('/');
        await untilMissingKnown(page);
        const button = firstVote(page, words);
        const nominee = await nomineeOf(button, words);
        // By keyboard on a wide screen, by a press on a narrow one.
        if (width === 1440) await button.press('Enter');
        else await button.click();
        const dialog = page.getByRole('dialog', { name: title });
        await expect(dialog).toContainText(words.choice(nominee));
        await expect(dialog).toContainText(why);
        await expect(dialog.getByRole('alert')).toHaveCount(0);
        const [red = 0, green = 0, blue = 0] = await colourOf(dialog.getByText(why));
        // A grey: what is missing is neither an error nor a success.
        expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(40);
        if (what === 'both') {
          await expect(dialog.getByRole('button', { name: words.goOn })).toBeFocused();
          await page.keyboard.press('Enter');
          await expect(page.getByRole('dialog', { name: words.phoneTitle })).toContainText(words.choice(nominee));
        }
        expect(votes).toEqual([]);
      });
    }

    test('finds the chosen nominee again after a reload at the signup and a login', async ({ page }) => {
      await page.goto('/');
      if (language === 'uk') await page.getByRole('button', { name: 'UA' }).click();
      const press = (target: Locator) => (width === 1440 ? target.press('Enter') : target.click());
      const dialog = page.getByRole('dialog');
      const button = firstVote(page, words);
      const nominee = await nomineeOf(button, words);
      await press(button);
      await press(dialog.getByRole('button', { name: words.noAccount }));
      await confirmMailbox(page, words);
      await expect(page.getByRole('dialog', { name: words.signupTitle })).toContainText(words.choice(nominee));
      await page.reload();
      const logIn = page.getByRole('banner').getByRole('button', { name: words.logIn });
      await expect(logIn).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await press(logIn);
      await expect(dialog).toContainText(words.choice(nominee));
      await answer(page, '/users/login', success({ token: TOKEN, user: SOMEONE }));
      await fakeUserInfo(page, EVERYTHING);
      await dialog.getByRole('textbox').first().fill(SOMEONE.email);
      await dialog.getByLabel(words.password, { exact: true }).fill('Secret1!');
      await press(dialog.getByRole('button', { name: words.logIn }));
      const confirm = page.getByRole('dialog', { name: words.confirmTitle(nominee) });
      await expect(confirm.getByRole('button', { name: words.notYet })).toBeFocused();
    });

    test('has the focus on the way back where the vote is confirmed', async ({ page }) => {
      await openWithLanguage(page, language);
      await fakeLogin(page, ['PHONE', 'TELEGRAM_SUBSCRIPTION']);
      await page.goto('/');
      const button = firstVote(page, words);
      const dialog = page.getByRole('dialog', { name: words.confirmTitle(await nomineeOf(button, words)) });
      await button.press('Enter');
      await expect(dialog.getByRole('button', { name: words.notYet })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    });

    test('sees at once that a press in the menu was heard, and is not interrupted after it was closed', async ({
      page,
    }) => {
      const release = await hold(page, /\/assets\/modals-.*\.js/);
      await openWithLanguage(page, language);
      await fakeLogin(page, ['PHONE', 'TELEGRAM_SUBSCRIPTION']);
      await page.goto('/');
      const avatar = page.getByRole('button', { name: words.account(SOMEONE.name) });
      const item = page.getByRole('dialog').getByRole('button', { name: words.faq });
      const press = (button: Locator) => (width === 1440 ? button.press('Enter') : button.click());
      await press(avatar);
      await press(item);
      await expect(item).toHaveAttribute('aria-busy', 'true');
      await page.keyboard.press('Escape');
      await expect(item).toHaveCount(0);
      await press(avatar);
      await press(page.getByRole('button', { name: MY_VOTES[language] }));
      release();
      await expect(page.getByRole('dialog', { name: MY_VOTES[language] })).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(avatar).toBeFocused();
    });

    test('sees at once that a press on the country was heard', async ({ page }) => {
      const release = await hold(page, /\/assets\/country-list-.*\.js/);
      const dialog = page.getByRole('dialog');
      await openWithLanguage(page, language);
      await fakeLogin(page, phoneRequest.verified ?? []);
      await page.goto('/');
      await phoneRequest.reach({ page, words, dialog });
      const country = dialog.getByRole('button', { name: /^UA: / });
      if (width === 1440) await country.press('Enter');
      else await country.click();
      await expect(dialog.getByText(LOADING[language])).toBeVisible();
      release();
      await expect(dialog.getByRole('combobox')).toBeFocused();
      await expect(dialog.getByText(LOADING[language])).toHaveCount(0);
    });

    test('sees at once that a press on a nominee was heard, while the code of its details loads', async ({ page }) => {
      const release = await hold(page, /\/assets\/modals-.*\.js/);
      await openWithLanguage(page, language);
      await page.goto('/');
      const name = page.getByRole('button', { name: 'Velvet Key', exact: true });
      if (width === 1440) await name.press('Enter');
      else await name.click();
      await expect(name).toHaveAttribute('aria-busy', 'true');
      release();
      await expect(page.getByRole('dialog', { name: 'Velvet Key' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(name).not.toHaveAttribute('aria-busy');
    });

    test('sees at once that a press was heard, while the code of the modal loads', async ({ page }) => {
      const release = await hold(page, /\/assets\/modals-.*\.js/);
      await openWithLanguage(page, language);
      await page.goto('/');
      const [button, other] = [firstVote(page, words), page.getByRole('button', { name: words.voteFor('') }).nth(1)];
      if (width === 1440) await button.press('Enter');
      else await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(other).not.toHaveAttribute('aria-busy');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      release();
      await expect(page.getByRole('dialog', { name: words.loginTitle })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(button).not.toHaveAttribute('aria-busy');
      await expect(button).toBeFocused();
    });
  });
}

test('the code of the modals loads with the first touch, and at once for a logged-in visitor', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.origin, hasTouch: true, viewport: { width: 360, height: 800 } });
  waitForCode(page);
  const modals: string[] = [];
  page.on('request', (request) => {
    if (/\/assets\/modals-.*\.js/.test(request.url())) modals.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(modals).toEqual([]);
  await page.touchscreen.tap(5, 300);
  await expect.poll(() => modals.length).toBe(1);
  await fakeLogin(page, []);
  await page.goto('/');
  await expect.poll(() => modals.length).toBe(2);
  await page.close();
});
