import type { Locator, Page } from '@playwright/test';
import { castVote } from './site/account.ts';
import { findings } from './site/axe.ts';
import { holdClock, passServerTime } from './site/clock.ts';
import { holdBack, savedBy } from './site/counter.ts';
import { expect, ignoreErrors, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { RUNS } from './site/runs.ts';
import { pressIn, showIn } from './site/show-in.ts';

// The winners, on one server whose winners are announced.

const HOUR_MS = 3_600_000;
/** Names and titles of the demo edition, and the page's own words. */
const WORDS = {
  en: {
    program: 'Best Affiliate Program',
    names: ['Copperfinch', 'Quillstone', 'Camila Ferrovento', 'Hollow Oak', 'Zhuravli'],
    finance: 'Full result: Best Affiliate Program: Finance',
    financeTab: 'Finance',
    donation: 'Full result: Donation of the Year',
    share: 'Share: Zhuravli',
    joint: 'Joint winner 2025 · Donation of the Year',
  },
  uk: {
    program: 'Найкраща партнерська програма',
    names: ['Copperfinch', 'Quillstone', 'Каміла Ферровенто', 'Hollow Oak', 'Журавлі'],
    finance: 'Повний результат: Найкраща партнерська програма: Фінанси',
    financeTab: 'Фінанси',
    donation: 'Повний результат: Донат року',
    share: 'Поділитися: Журавлі',
    joint: 'Спільна перемога 2025 · Донат року',
  },
} as const;

test.use({ schedule: { opensIn: -2, closesIn: 1, announcedIn: 2, visibility: 'live' } });

test.beforeAll(async ({ site }) => {
  for (const [nomination, niche, vote] of [
    ['best-partner', 'gambling', 'copperfinch'],
    ['best-partner', 'gambling', 'copperfinch'],
    ['best-partner', 'gambling', 'velvet-key'],
    ['best-partner', 'finance', 'quillstone'],
    ['donat', 'no-category', 'hollow-oak'],
    ['donat', 'no-category', 'zhuravli'],
    ['ceo-owner', 'no-category', 'camila-ferrovento'],
  ] as const) {
    await castVote(site.origin, { nomination, niche, vote });
  }
  await passServerTime(site.origin, 3 * HOUR_MS);
});

/** The size of a text, its words that are broken, and whether it is gold. */
const measure = (text: Locator) =>
  text.evaluate((element) => {
    const style = getComputedStyle(element);
    const node = element.firstChild;
    const broken = [...(node?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      if (node) range.setStart(node, index);
      if (node) range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    });
    const gold = style.backgroundClip === 'text' && style.backgroundImage.startsWith('linear-gradient');
    return { size: Number.parseFloat(style.fontSize), broken, gold };
  });

test('each winner stands in gold at display size, and leads to the full result and to a card', async ({ page }) => {
  await page.goto('/');
  for (const [language, width] of RUNS) {
    const words = WORDS[language];
    await showIn(page, language, width);
    const names = page.locator('#winners [data-winner]');
    await expect.poll(async () => (await names.allTextContents()).toSorted()).toEqual(words.names.toSorted());
    for (const name of await names.all()) {
      const { size, broken, gold } = await measure(name);
      expect([broken, gold], (await name.textContent()) ?? undefined).toEqual([[], true]);
      expect(size).toBeGreaterThan((await measure(name.locator('xpath=ancestor::section[1]//h3'))).size);
    }
    const program = page.locator('#winners').getByRole('region', { name: words.program, exact: true });
    const logo = await program.locator('img').first().boundingBox();
    expect(Math.round(logo?.width ?? 0)).toBe(width === 360 ? 76 : 112);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await findings(page)).toEqual([]);

    await pressIn(page.getByRole('button', { name: words.finance, exact: true }), width);
    const tab = page.getByRole('tab', { name: words.financeTab });
    await expect(tab).toBeFocused();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(tab).toBeInViewport();
    await pressIn(page.getByRole('button', { name: words.donation, exact: true }), width);
    await expect(page.locator('#donat').getByRole('button', { expanded: true })).toBeFocused();
    await expect(page.locator('#donat')).toBeInViewport();

    const button = page.getByRole('button', { name: words.share, exact: true });
    await pressIn(button, width);
    const dialog = page.getByRole('dialog', { name: words.names[4] });
    await expect(dialog.getByText(words.joint, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 1080);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test('the integrity report is there, and reads without a script on any screen and on paper', async ({
  browser,
  site,
}) => {
  const page = await browser.newPage({ baseURL: site.origin, javaScriptEnabled: false });
  await expect.poll(async () => (await page.request.get('/record/report')).status()).toBe(200);
  for (const [language, width] of RUNS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await page.goto(`/record?lang=${language}`);
    // The record is a short story, whose details open with a press.
    const html = page.locator('html');
    expect(await html.evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    expect(await html.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThanOrEqual(2_500);
    await expect(page.locator('details[open]')).toHaveCount(0);
    await page.locator('summary').last().press('Enter');
    await expect(page.locator('main a[href^="/record/witness"]')).toBeVisible();
    await page.locator(`main a[href="/record/report?lang=${language}"]`).click();
    await expect(page.locator('h2').nth(3)).toHaveText(
      language === 'en' ? /^7 people cast 7\svotes$/ : /^7\sучасників віддали 7\sголосів$/,
    );
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBe(width);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    await page.emulateMedia({ media: 'screen' });
  }
  await page.close();
  const checked = await browser.newPage({ baseURL: site.origin });
  for (const path of ['/record/report?lang=uk', '/record/witness?lang=en']) {
    await checked.goto(path);
    expect(await findings(checked)).toEqual([]);
  }
  await checked.close();
});

test('the page reveals each winner on its first sight, and at once where less motion is preferred', async ({
  browser,
  site,
}) => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const viewport = { width: 360, height: HEIGHTS[360] };
    const page = await browser.newPage({ baseURL: site.origin, reducedMotion, viewport });
    await page.goto('/');
    const names = page.locator('#winners section').first().locator('[data-winner]');
    const [first, last] = [names.first(), names.last()];
    const opacities = () =>
      names.evaluateAll((all) => all.map((name) => Number(getComputedStyle(name.parentElement ?? name).opacity)));
    const still = reducedMotion === 'reduce';
    await expect(names).toHaveCount(2);
    expect(await opacities()).toEqual(still ? [1, 1] : [0, 0]);
    if (!still) {
      await first.evaluate((row) => row.scrollIntoView({ block: 'end', behavior: 'instant' }));
      // The last winner of the same act is not on the screen yet, so it is not revealed unseen.
      await expect.poll(opacities).toEqual([1, 0]);
      await expect(last).not.toBeInViewport();
      await last.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await expect.poll(opacities).toEqual([1, 1]);
    }
    await page.close();
  }
});

/** The name and the pixels of a downloaded PNG. */
const download = async (page: Page, button: Locator) => {
  const { name, content } = await savedBy(page, () => button.click());
  return [name, content.readUInt32BE(16), content.readUInt32BE(20)];
};

test('a winner’s card can be downloaded and shared, and a failure is said', async ({ page, consoleErrors }) => {
  await holdClock(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Share: Copperfinch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copperfinch' });
  const share = dialog.getByRole('button', { name: 'Share the card' });
  await expect(share).toBeFocused();
  // This browser cannot share files, so the card is saved.
  for (const [button, width, height] of [
    [dialog.getByRole('link', { name: 'Download 1080 × 1350' }), 1080, 1350],
    [dialog.getByRole('link', { name: 'Download 1200 × 630' }), 1200, 630],
    [share, 1080, 1350],
  ] as const) {
    expect(await download(page, button)).toEqual([`copperfinch-2025-${width}x${height}.png`, width, height]);
  }
  await expect(dialog.getByRole('status').first()).toHaveText('Saved');
  await page.clock.runFor(2_100);
  await page.route('**/share/card.png*', (route) => route.fulfill({ status: 503 }));
  await share.press('Enter');
  await expect(dialog.getByRole('status').first()).toHaveText('That didn’t work. Try again');
  ignoreErrors(consoleErrors, /503/);
});

/** The page scrolls to the card after this time, and keeps it in view for that. */
const SCROLL_DELAY_MS = 400;
const KEPT_FOR_MS = 4_000;

test('a link to a nominee leads to its card, which stays in view when the winners above arrive later', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: HEIGHTS[360] });
  await holdClock(page);
  const scrolled = await holdBack(page, '**/assets/winners-*.js');
  await page.goto('/?nomination=best-partner&company=quillstone&niche=finance');
  await page.clock.runFor(SCROLL_DELAY_MS);
  const card = page.locator('#best-partner li[data-company=quillstone]');
  await expect(card).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Finance');
  await expect(page).toHaveURL((url) => url.searchParams.get('utm_campaign') === 'n/best-partner/finance/quillstone');
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport({ ratio: 1 });
  scrolled();
  await expect(page.locator('#winners section')).toHaveCount(10);
  await page.waitForLoadState('networkidle');
  await expect(card).toBeInViewport({ ratio: 1 });
  // Nor does it leave the view when the page no longer keeps it there.
  await page.clock.runFor(KEPT_FOR_MS);
  await expect(card).toBeInViewport({ ratio: 1 });
});

/** The size of A4 in CSS pixels. */
const A4 = { width: 794, height: 1123 };

/** Shows the paper on the screen. */
const showPaper = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
};

test('the printed page has the winners first, then all categories, and nothing else', async ({ page }) => {
  await page.setViewportSize(A4);
  await page.goto('/');
  // Some browsers count the pages before the media query changes, and cut what is rendered later.
  const pdf = await page.pdf({ format: 'A4', margin: { top: 0, right: 0, bottom: 0, left: 0 } });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // A dialog that is open is not printed, and the results behind it are.
  await page.locator('#overview').getByRole('button', { name: 'Questions and answers' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await showPaper(page);
  const height = await page.locator('[data-paper]').evaluate((paper) => paper.scrollHeight);
  expect(height).toBeGreaterThan(2 * A4.height);
  expect(pages).toBeGreaterThanOrEqual(height / A4.height);
  const tables = page.locator('table');
  await expect(tables).toHaveCount(23);
  await expect(tables.first().locator('tr').first()).toHaveText(
    /^Best Affiliate Program: Gambling\s*Copperfinch\s*66\.67%$/,
  );
  await expect(tables.first()).toBeVisible();
  await expect(page.locator('main')).toBeHidden();
  await expect(page.locator('[role=dialog]')).toBeHidden();
  await expect(page.locator('button:visible')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(tables).toHaveCount(0);
});
