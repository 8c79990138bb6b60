import type { Page } from '@playwright/test';
import { test as base, expect } from './site/fixtures.ts';
import { buildWithPseudoLanguage, isForeign, PSEUDO, PSEUDO_LABEL, pseudo } from './site/pseudo-language.ts';
import { type Site, startSite } from './site/server.ts';
import { english } from './site/words.ts';

// A language that is added needs one folder of texts and a line in the list of languages. The tests add one whose texts are
// made from the English ones: longer by 40 %, and with an accent on every letter, so that every other text is found.

const test = base.extend<object, { extended: Site }>({
  extended: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const built = buildWithPseudoLanguage();
      const site = await startSite(undefined, undefined, built.root);
      await use(site);
      await site.close();
      built.remove();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  origin: async ({ extended }, use) => use(extended.origin),
});

/** Opens the page and chooses the language. */
const open = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.getByRole('button', { name: PSEUDO_LABEL, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
};

/** The visible texts of a part of the page that are in another language. */
const foreign = async (page: Page, selector: string): Promise<string[]> => {
  const texts = await page.locator(selector).evaluate((part) => {
    const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const visible: string[] = [];
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      if (node.parentElement?.checkVisibility()) visible.push(node.textContent ?? '');
    }
    return visible;
  });
  return texts.filter(isForeign);
};

test('a language is one folder of texts: the page, its modals and an account have it, and no text is too long', async ({
  page,
  browser,
  origin,
}) => {
  await open(page);
  const switcher = page.getByRole('group', { name: pseudo('Language') }).getByRole('button');
  await expect(switcher).toHaveText(['EN', 'UA', PSEUDO_LABEL]);
  const logIn = page.getByRole('banner').getByRole('button', { name: pseudo(english.logIn) });
  await expect(logIn).toBeVisible();
  // Texts that the edition lacks in the language are shown in the fallback language.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Індустрія обирає найкращих.');
  await expect(page.locator('#best-partner')).toContainText('38');

  await logIn.click();
  const dialog = page.getByRole('dialog', { name: pseudo(english.loginTitle) });
  await expect(dialog).toBeVisible();
  expect(await foreign(page, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: pseudo(english.logIn) }).click();
  await expect(dialog.getByText(pseudo('This field is required'))).toHaveCount(2);
  await dialog.getByRole('button', { name: pseudo(english.noAccount) }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();
  expect(await foreign(page, '[role=dialog]')).toEqual([]);

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', PSEUDO);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const part of await page.locator('header, main > section, footer').all()) await part.scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }

  const plain = await browser.newPage({ baseURL: origin, javaScriptEnabled: false });
  await plain.goto('/');
  await expect(plain.locator(`aside p[lang=${PSEUDO}]`)).toContainText(pseudo('You can read').slice(0, 12));
  await plain.close();

  // An account can have it; its mails are in the fallback language until they are translated.
  const email = 'third@example.org';
  const phoneNumber = '+380671112233';
  const answer = await page.request.post(`${origin}/api/users/register`, {
    headers: { 'accept-language': PSEUDO },
    data: { name: 'Ada', email, password: 'Secret1!', phoneNumber },
  });
  expect([answer.status(), await answer.text()]).toEqual([201, expect.any(String)]);
  await expect
    .poll(async () => {
      const messages: { to: string; subject: string }[] = await (
        await page.request.get(`${origin}/dev/inbox.json`)
      ).json();
      return messages.find(({ to }) => to === email)?.subject;
    })
    .toMatch(/ваш\sкод\sпідтвердження/);
});
