import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectForEveryScreen, findings } from '../site/axe.ts';
import { test } from './fixtures.ts';

test('Tonight shows the night on a phone, in one column, and names the leak', async ({ colleague, desk }) => {
  const { page } = await colleague('owner', { width: 390, height: 844, locale: 'uk-UA' });
  await page.goto(`${desk.origin}/tonight?span=all`);
  await expect(page.getByText(/^Тут зупинилися \d+\s—/)).toBeVisible();
  await expect(page.getByText('20 000')).toBeVisible();
  await expect(page.getByRole('link', { name: 'імен в Instagram чекає' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('radio', { name: /15\sхвилин/ }).press('Space');
  await expect(page).toHaveURL(/span=quarter/);
});

test('Tonight leaves no card alone in its row on a laptop, however many wait for a decision', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('auditor', { width: 1280 });
  await page.goto(`${desk.origin}/tonight`);
  await expect(page.locator('canvas')).toBeVisible();
  const cards = page.getByRole('region', { name: 'Votes a minute', exact: true }).locator('xpath=..');
  const rows = await cards.evaluate((shown) => {
    const copy = shown.cloneNode(true);
    if (!(copy instanceof Element && shown.firstElementChild)) return [];
    shown.after(copy);
    const card = shown.firstElementChild;
    return [6, 7, 8, 9].map((count) => {
      copy.replaceChildren(...Array.from({ length: count }, () => card.cloneNode(true)));
      const tops = [...copy.children].map((each) => each.getBoundingClientRect().top);
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
  });
  expect(rows).toEqual([
    [3, 3],
    [4, 3],
    [4, 4],
    [5, 4],
  ]);
});

test('the result is printed on white A4 pages, without the navigation, and saved for a spreadsheet', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('auditor');
  // The other tests of this worker need the voting to stay open.
  await page.route('**/api/results', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), final: true } });
  });
  await page.goto(`${desk.origin}/results`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Winners as CSV' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(saved).toMatch(/^\uFEFFNomination,Category,Place,Nominee,/);

  await page.getByRole('link', { name: 'Sheet to print' }).click();
  await expect(page.getByRole('heading', { name: 'All results' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 794 - 2 * 53, height: 1123 });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox \[0 0 (594|595)[.\d]* (841|842)[.\d]*\]/);
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
});

test('every screen of the navigation has no violation of an axe rule, and fits, in Ukrainian', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('owner', { locale: 'uk-UA' });
  const links = page.getByRole('navigation').getByRole('link');
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(10);
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const path of [...paths, '/messages?tab=totals', '/account']) {
    await page.goto(`${desk.origin}${path}`);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectForEveryScreen(page, path);
  }
});
