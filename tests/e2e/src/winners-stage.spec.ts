import type { Locator, Page } from '@playwright/test';
import { castVote } from './journey/cast.ts';
import { findings } from './site/axe.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { RUNS } from './site/runs.ts';
import { pressIn, showIn } from './site/show-in.ts';

const HOUR_MS = 3_600_000;
const REM = 16;
/** Names and titles of the demo edition, and the page's own words. */
const WORDS = {
  en: {
    program: 'Best Affiliate Program',
    donation: 'Donation of the Year',
    boss: 'CEO / Owner',
    winners: ['Winner · Gambling', 'Winner · Finance', 'Joint winners', 'Winner'],
    gambling: 'Copperfinch',
    names: ['Hollow Oak', 'Zhuravli'],
    ferrovento: 'Camila Ferrovento',
    runnerUp: 'Runner-up: Velvet Key 33.33%',
    full: (place: string) => `Full result: ${place}`,
    finance: 'Best Affiliate Program: Finance',
    financeTab: 'Finance',
    share: 'Share: Zhuravli',
    joint: 'Joint winner 2025 · Donation of the Year',
    percent: '50.00%',
    nobody: 'Nobody voted in this category.',
  },
  uk: {
    program: 'Найкраща партнерська програма',
    donation: 'Донат року',
    boss: 'CEO / Власник',
    winners: ['Перемога · Гемблінг', 'Перемога · Фінанси', 'Спільна перемога', 'Перемога'],
    gambling: 'Copperfinch',
    names: ['Hollow Oak', 'Журавлі'],
    ferrovento: 'Каміла Ферровенто',
    runnerUp: 'Наступне місце: Velvet Key 33,33%',
    full: (place: string) => `Повний результат: ${place}`,
    finance: 'Найкраща партнерська програма: Фінанси',
    financeTab: 'Фінанси',
    share: 'Поділитися: Журавлі',
    joint: 'Спільна перемога 2025 · Донат року',
    percent: '50,00%',
    nobody: 'У цій категорії ніхто не голосував.',
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

const act = (page: Page, name: string): Locator => page.locator('#winners').getByRole('region', { name, exact: true });

/** The sizes of a text, and its words that are broken. */
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

for (const [language, width] of RUNS) {
  const words = WORDS[language];
  test.describe(`the winners’ stage, ${language}, ${width} px`, () => {
    test.use({ viewport: { width, height: HEIGHTS[width] } });

    test('names each winner in gold at display size, with the logo, the share and those below', async ({ page }) => {
      await page.goto('/');
      await showIn(page, language, width);
      const program = act(page, words.program);
      await expect(program.locator('[data-winner]')).toHaveText([words.gambling, 'Quillstone']);
      await expect(program.getByRole('listitem').first()).toContainText(words.winners[0]);
      await expect(program.getByRole('listitem').first()).toContainText(words.runnerUp);
      await expect(program.getByRole('listitem').last()).toContainText(words.winners[1]);
      await expect(program.getByText(words.nobody)).toHaveCount(5);
      const donation = act(page, words.donation);
      await expect(donation.locator('[data-winner]')).toHaveText([...words.names]);
      await expect(donation).toContainText(words.winners[2]);
      await expect(donation).toContainText(words.percent);
      await expect(act(page, words.boss).locator('[data-winner]')).toHaveText([words.ferrovento]);

      for (const name of await page.locator('[data-winner]').all()) {
        const { size, broken, gold } = await measure(name);
        expect([broken, gold], (await name.textContent()) ?? undefined).toEqual([[], true]);
        expect(size).toBeGreaterThan(1.88 * REM);
        const heading = await measure(name.locator('xpath=ancestor::section[1]//h3'));
        expect(size).toBeGreaterThan(heading.size);
      }
      const logo = await program.locator('img').first().boundingBox();
      expect(logo?.width).toBe(width === 360 ? 64 : 112);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await findings(page)).toEqual([]);
    });

    test('leads from each winner to the full result of the category', async ({ page }) => {
      await page.goto('/');
      await showIn(page, language, width);
      await pressIn(page.getByRole('button', { name: words.full(words.finance), exact: true }), width);
      const tab = page.getByRole('tab', { name: words.financeTab });
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(tab).toBeInViewport();
      await expect(page.locator('#best-partner li[data-company=quillstone]')).toContainText('100');
      await pressIn(page.getByRole('button', { name: words.full(words.donation), exact: true }), width);
      await expect(page.locator('#donat').getByRole('button', { expanded: true })).toBeFocused();
      await expect(page.locator('#donat')).toBeInViewport();
      await expect(page.locator('#donat [data-rank=sharedWinner]')).toHaveCount(2);
    });

    test('opens the card of a joint winner, which says so', async ({ page }) => {
      await page.goto('/');
      await showIn(page, language, width);
      const button = page.getByRole('button', { name: words.share, exact: true });
      await pressIn(button, width);
      const dialog = page.getByRole('dialog', { name: words.names[1] });
      await expect(dialog.getByText(words.joint, { exact: true })).toBeVisible();
      await expect(dialog.getByRole('img')).toHaveJSProperty('naturalWidth', 1080);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(button).toBeFocused();
    });

    test('reveals each winner calmly on its first sight, and at once where less motion is preferred', async ({
      browser,
      site,
    }) => {
      for (const reducedMotion of ['no-preference', 'reduce'] as const) {
        const page = await browser.newPage({
          baseURL: site.origin,
          reducedMotion,
          viewport: { width, height: HEIGHTS[width] },
        });
        await page.goto('/');
        const rows = page.locator('#winners section').first().getByRole('listitem');
        await expect(rows).toHaveCount(7);
        const opacity = (row: Locator) => row.evaluate((element) => Number(getComputedStyle(element).opacity));
        const moved = (row: Locator) => row.evaluate((element) => element.getAnimations().length);
        const still = reducedMotion === 'reduce';
        const [first, last] = [rows.first(), rows.last()];
        expect([await opacity(first), await opacity(last)]).toEqual(still ? [1, 1] : [0, 0]);

        await first.evaluate((row) => row.scrollIntoView({ block: 'end', behavior: 'instant' }));
        if (!still) await expect.poll(() => moved(first)).toBe(1);
        await expect.poll(() => opacity(first)).toBe(1);
        // The last winner of the same act is not on the screen yet, so it is not revealed unseen.
        if (!still) await expect(last).not.toBeInViewport();
        expect([await opacity(last), await moved(last)]).toEqual(still ? [1, 0] : [0, 0]);
        await last.evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }));
        await expect.poll(() => opacity(last)).toBe(1);
        expect(await last.evaluate((row) => getComputedStyle(row).transform)).toMatch(/^none$|^matrix\(1, 0, 0, 1, 0,/);
        await page.close();
      }
    });
  });
}

test('keeps a share left to right in a language from right to left', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const share = page.locator('#winners bdi').first();
  await expect(share).toHaveText('66.67%');
  expect(await share.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  const [logo, percent] = [await page.locator('#winners img').first().boundingBox(), await share.boundingBox()];
  expect(percent?.x).toBeLessThan(logo?.x ?? 0);
});
