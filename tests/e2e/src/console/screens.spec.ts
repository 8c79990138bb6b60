import { expect, type Page, type Route } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { previewFarm, propose, test } from './fixtures.ts';

// How the screens look to everybody, on phones and on paper. What they say is tested beside them, in apps/console/src/screens.

const expectNoSideways = async (page: Page, what: string): Promise<void> => {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, what).toBeLessThanOrEqual(0);
};

/** Expects a page to fit every screen, and to have no violation of an axe rule: a phone and a computer have another navigation. */
const expectForEveryScreen = async (page: Page, what: string): Promise<void> => {
  for (const width of [768, 2560, 360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSideways(page, `${what} at ${width} px`);
  }
  expect(await findings(page), what).toEqual([]);
};

test('every screen can be read by everybody, and fits every screen, in Ukrainian', async ({ colleague, desk }) => {
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
  await page.setViewportSize({ width: 360, height: 900 });
  expect(await findings(page), 'the navigation of a phone').toEqual([]);

  await page.goto(`${desk.origin}/voters`);
  await page.getByLabel('Знайти учасника').fill('067');
  const found = page.getByRole('main').getByRole('link').first();
  await expect(found).toBeVisible();
  await expectForEveryScreen(page, 'the search of voters');
  await found.click();
  await expect(page.getByRole('heading', { name: 'Пораховані спроби' })).toBeVisible();
  await expectForEveryScreen(page, 'a voter');

  const other = await colleague('organiser');
  const id = await propose(other.page, desk);
  await previewFarm(page, desk, 'Мережі', 'Переглянути');
  await expect(page.getByRole('heading', { name: /для прикладу$/ })).toBeVisible();
  await expectForEveryScreen(page, 'the preview of an exclusion');
  await page.goto(`${desk.origin}/exclusions`);
  await expect(page.getByRole('link', { name: new RegExp(`E-${id}$`) })).toBeVisible();
  await expectForEveryScreen(page, 'the exclusions');
  await page.goto(`${desk.origin}/exclusions/${id}`);
  await page.getByRole('button', { name: /^Показати \d+ акаунт/ }).click();
  await expect(page.getByRole('region', { name: /./ }).getByRole('link').first()).toBeVisible();
  await expectForEveryScreen(page, 'an exclusion');
  await page.getByRole('button', { name: 'Застосувати' }).click();
  await expectForEveryScreen(page, 'the dialog');
  await page.goto(`${desk.site.origin}/decisions?lang=uk`);
  await expectForEveryScreen(page, 'the decisions');
});

test('on a phone Tonight is in one column, and the decision buttons stay at the bottom; on a laptop no card is alone in its row', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('owner', { width: 390, height: 844 });
  await page.goto(`${desk.origin}/tonight?span=all`);
  await expect(page.locator('canvas')).toBeVisible();
  await expectNoSideways(page, 'Tonight');
  expect(await findings(page)).toEqual([]);

  await page.goto(`${desk.origin}/reviews`);
  const approve = page.getByRole('button', { name: /^Approve / });
  const [first, before] = [await approve.textContent(), await approve.boundingBox()];
  expect(before?.height).toBeGreaterThanOrEqual(60);
  expect((before?.y ?? 0) + (before?.height ?? 0)).toBeGreaterThan(780);
  await approve.click();
  await expect(approve).not.toHaveText(first ?? '');
  expect(await approve.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: /^Undo / }).click();
  await expect(approve).toHaveText(first ?? '');

  await page.setViewportSize({ width: 1280, height: 900 });
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

test('the run sheet is printed on white A4 pages, each with the award, without the navigation', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('organiser');
  // The other tests of this worker need the voting to stay open.
  const final = async (route: Route, from: string) => {
    const answer = await route.fetch({ url: `${desk.origin}${from}` });
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), final: true, at: new Date().toISOString() },
    });
  };
  await page.route('**/api/results', (route) => final(route, '/api/results'));
  await page.route('**/api/results/sheet', (route) => final(route, '/api/results'));
  await page.goto(`${desk.origin}/results`);
  await page.getByRole('link', { name: 'Open to print', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 794 - 2 * 53, height: 1123 });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expectNoSideways(page, 'the run sheet');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox \[0 0 (594|595)[.\d]* (841|842)[.\d]*\]/);
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
});
