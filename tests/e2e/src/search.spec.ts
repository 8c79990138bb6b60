import { openWithLanguage } from './site/answers.ts';
import { findings } from './site/axe.ts';
import { expect, test } from './site/fixtures.ts';
import { HEIGHTS } from './site/look.ts';
import { RUNS } from './site/runs.ts';

/** A category, and a nomination that is closed at first. */
const NAMES = {
  en: { tab: 'Betting', nomination: /Industry Voice/ },
  uk: { tab: 'Бетинг', nomination: /Голос індустрії/ },
} as const;

// What it finds, and its keys, are tested in apps/web/src/features/nominations/components/nominee-search.dom.test.tsx.
for (const [language, width] of RUNS) {
  test(`the search fits the screen, can be read by everybody, and leads to a card: ${language}, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    await openWithLanguage(page, language);
    await page.goto('/');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).search));
    const field = page.getByRole('combobox');
    const options = page.getByRole('option');
    await field.fill('qqqq');
    await expect(page.getByRole('search').getByRole('status')).not.toBeEmpty();
    expect(await findings(page)).toEqual([]);
    await field.fill('north');
    await expect(options.first()).toContainText('Northlight Partners');
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText(NAMES[language].tab);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await field.press('Enter');
    await expect(page.getByRole('tab', { name: NAMES[language].tab })).toHaveAttribute('aria-selected', 'true');
    const card = page.locator('#best-partner li[data-company=northlight-partners]');
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport({ ratio: 1 });

    // A card of a closed nomination, with the pointer.
    const opener = page.locator('#industry-voice').getByRole('button', { name: NAMES[language].nomination });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await field.fill('КОЛОСИВСЬКА');
    await options.first().click();
    const other = page.locator('li[data-company=daryna-kolosivska]');
    await expect(other).toBeFocused();
    await expect(other).toBeInViewport({ ratio: 1 });
    expect(sent.filter((query) => query.includes('north'))).toEqual([]);
  });
}
