import { readFile } from 'node:fs/promises';
import type { Language } from '@laurel/contracts/languages';
import type { Locator, Page } from '@playwright/test';
import { answer, fakeUserInfo, openWithLanguage, SOMEONE, success, TOKEN } from './site/answers.ts';
import { countRequests } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { RUNS } from './site/runs.ts';
import { phoneRequest, setup } from './site/screens.ts';
import { wordsByLanguage } from './site/words.ts';

// Linking an authenticator on a phone and on a computer, the first focus of its steps, and the file of the backup codes.

const PHONE = 360;
const CODES = Array.from('ABCDEFGHIJ', (last) => `MFRGGZDFM${last}`);
/** The codes in the groups that are read and typed. */
const SHOWN = CODES.map((code) => `${code.slice(0, 5)} ${code.slice(5)}`);
const SPEECH = {
  en: {
    openApp: 'Open in my authenticator',
    copyKey: 'Copy key',
    copied: 'Copied',
    copyAll: 'Copy all',
    download: 'Download',
    showQr: 'Show the QR code',
    what: 'What is an authenticator app?',
    answer: 'so a stolen password is not enough to log in',
    head: ['Backup codes: Meridian Awards 2025', `Account: ${SOMEONE.email}`],
  },
  uk: {
    openApp: 'Відкрити в моєму автентифікаторі',
    copyKey: 'Скопіювати ключ',
    copied: 'Скопійовано',
    copyAll: 'Скопіювати всі',
    download: 'Завантажити',
    showQr: 'Показати QR-код',
    what: 'Що таке застосунок-автентифікатор?',
    answer: 'самого вкраденого пароля для входу замало',
    head: [/^Резервні коди: .+ 2025$/, `Акаунт: ${SOMEONE.email}`],
  },
} as const;

const open = async (page: Page, language: Language, width: number): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await page.setViewportSize({ width, height: 800 });
  await openWithLanguage(page, language);
  await page.goto('/');
  await setup.reach({ page, words: wordsByLanguage[language], dialog });
  return dialog;
};

/** Returns from the code to the key. */
const backToKey = async (page: Page, dialog: Locator): Promise<void> => {
  const back = dialog.getByRole('button').filter({ hasText: /^(Back|Назад)$/ });
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.locator('code')).toBeVisible();
};

const toCodes = async (page: Page, language: Language, dialog: Locator): Promise<void> => {
  await fakeUserInfo(page, []);
  await answer(page, '/users/verify-otp', success({ token: TOKEN, user: SOMEONE, backupCodes: CODES }));
  await setup.press({ page, words: wordsByLanguage[language], dialog });
  await expect(dialog.locator('li code')).toHaveCount(CODES.length);
};

for (const [language, width] of RUNS) {
  const [words, speech] = [wordsByLanguage[language], SPEECH[language]];
  test.describe(`an authenticator, ${language}, ${width} px`, () => {
    test('MD-08 is linked by its link on a phone, and by the QR code on a computer', async ({
      page,
      consoleErrors,
    }) => {
      const dialog = await open(page, language, width);
      await backToKey(page, dialog);
      const link = dialog.getByRole('link', { name: speech.openApp });
      const qr = dialog.getByRole('img', { name: words.qr });
      const goOn = dialog.getByRole('button', { name: words.goOn });
      const copyKey = dialog.getByRole('button', { name: speech.copyKey });
      if (width === PHONE) {
        await expect(link).toBeFocused();
        await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\/.+secret=JBSWY3DPEHPK3PXP/);
        await expect(qr).toHaveCount(0);
        const [first, second, last] = await Promise.all([link, copyKey, goOn].map((each) => each.boundingBox()));
        expect(first?.y ?? 0).toBeLessThan(second?.y ?? 0);
        expect(second?.y ?? 0).toBeLessThan(last?.y ?? 0);
        // Folded away: shown by the keyboard, hidden by a press.
        const fold = dialog.getByText(speech.showQr);
        await copyKey.focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await expect(qr).toBeVisible();
        await fold.click();
        await expect(qr).toHaveCount(0);
      } else {
        await expect(goOn).toBeFocused();
        await expect(qr).toBeVisible();
        await expect(link).toHaveCount(0);
        const [image, key] = await Promise.all([qr, copyKey].map((each) => each.boundingBox()));
        expect(image?.y ?? 0).toBeLessThan(key?.y ?? 0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await goOn.press('Enter');
      await expect(dialog.getByLabel(words.appCode, { exact: true })).toBeFocused();
      ignoreRefusals(consoleErrors);
    });

    test('is explained where it is needed', async ({ page, consoleErrors }) => {
      const dialog = await open(page, language, width);
      await backToKey(page, dialog);
      const explanation = dialog.getByText(speech.answer);
      await expect(explanation).toHaveCount(0);
      await dialog.getByText(speech.what).click();
      await expect(explanation).toBeVisible();
      ignoreRefusals(consoleErrors);
    });

    test('the focus stays on “Copy key” while its confirmation comes and goes', async ({ page, consoleErrors }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const dialog = await open(page, language, width);
      await backToKey(page, dialog);
      const copyKey = dialog.getByRole('button', { name: speech.copyKey });
      await copyKey.focus();
      // The confirmation goes by itself, on a slow machine before the test has seen it.
      const focused = await page.evaluateHandle(() => {
        const texts: string[] = [];
        const note = () => texts.push(document.activeElement?.textContent ?? '');
        new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
        return texts;
      });
      await page.keyboard.press('Enter');
      await expect.poll(() => focused.jsonValue()).toContainEqual(expect.stringContaining(speech.copied));
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('JBSWY3DPEHPK3PXP');
      await expect(copyKey).toBeFocused();
      ignoreRefusals(consoleErrors);
    });

    test('MD-09 the file of the backup codes names the site and the account', async ({ page, site, consoleErrors }) => {
      const dialog = await open(page, language, width);
      await toCodes(page, language, dialog);
      const downloaded = page.waitForEvent('download');
      await dialog.getByRole('button', { name: speech.download }).click();
      const file = await downloaded;
      expect(file.suggestedFilename()).toBe('backup-codes.txt');
      const lines = (await readFile(await file.path(), 'utf8')).split('\n');
      const [title, account] = speech.head;
      expect(lines[0]).toMatch(title);
      expect(lines.slice(1, 4)).toEqual([site.origin, account, '']);
      expect(lines.slice(-CODES.length - 1)).toEqual([...SHOWN, '']);
      ignoreRefusals(consoleErrors);
    });

    test('“I have saved them” has no first focus, and a held key presses no button', async ({
      page,
      consoleErrors,
    }) => {
      const dialog = await open(page, language, width);
      await toCodes(page, language, dialog);
      await expect(dialog.getByRole('button', { name: speech.copyAll })).toBeFocused();
      const count = countRequests(page);
      await dialog.getByRole('button', { name: words.saved }).focus();
      await page.keyboard.down('Enter');
      const send = dialog.getByRole('button', { name: words.send });
      await expect(send).toBeFocused();
      await page.keyboard.down('Enter');
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      expect(count(`/api${phoneRequest.path}`)).toBe(0);
      await answer(page, phoneRequest.path, success({ code: '0123456789abcdef0123456789abcdef' }));
      await page.keyboard.press('Enter');
      await expect(dialog.getByLabel(words.smsCode, { exact: true })).toBeFocused();
      expect(count(`/api${phoneRequest.path}`)).toBe(1);
      ignoreRefusals(consoleErrors);
    });
  });
}
