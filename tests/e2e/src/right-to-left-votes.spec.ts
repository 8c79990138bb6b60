import { castVote } from './journey/cast.ts';
import { openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { atNominations, expectLook, HEIGHTS } from './site/look.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { ends, openTurned } from './site/right-to-left.ts';
import * as screens from './site/screens.ts';
import { english as words } from './site/words.ts';

// Percentages on a page that is turned from right to left.

/** The file's server has three votes, of which two are for one nominee. */
test.use({
  site: [
    async ({ site }, use) => {
      for (const vote of ['velvet-key', 'velvet-key', 'copperfinch']) {
        await castVote(site.origin, { nomination: 'best-partner', niche: 'gambling', vote });
      }
      await use(site);
    },
    { scope: 'worker' },
  ],
});

for (const width of [360, 1440] as const) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: HEIGHTS[width] } });

    test(`fills the bars of the percentages from the right, ${width} px`, async ({ page }) => {
      await openTurned(page);
      const card = 'li[data-company=velvet-key]';
      await expect(page.locator(card)).toContainText('66.67%');
      const beam = await ends(page, `${card} [aria-hidden] > i[style]`);
      const line = await ends(page, `${card} div:has(> i[style])`);
      expect(beam.right).toBeGreaterThan(line.right);
      expect(beam.left).toBeGreaterThan(line.left + line.width * 0.3);
      expect(beam.left).toBeLessThan(line.left + line.width * 0.36);
    });

    test(`looks as it did from right to left, ${width} px`, async ({ page, consoleErrors }) => {
      await openWithLanguage(page, 'en');
      await openTurned(page);
      await expectLook(page, page, `rtl-hero-${width}`);
      await expect(page.locator('li[data-company=velvet-key]')).toContainText('66.67%');
      await expectLook(page, await atNominations(page), `rtl-nominations-${width}`);
      const desk = { page, words, dialog: page.getByRole('dialog') };
      await screens.signup.reach(desk);
      await expectLook(page, page, `rtl-signup-${width}`);
      ignoreRefusals(consoleErrors);
    });
  });
}
