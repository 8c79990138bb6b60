import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe finds on the page, or in a part of it: each rule with its elements. */
export const findings = async (page: Page, part?: string): Promise<string[]> => {
  // The legacy mode tests the page at once. The other one opens a second page, which only frames of other sites need.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part) axe.include(part);
  const { violations } = await axe.withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
};

/** The widths of screens, in pixels, and those at which axe looks: a phone and a computer have another navigation. */
const WIDTHS = [768, 2560, 360, 1440];
const LOOKED_AT = [360, 1440];

/** Expects a page of the console to fit every screen, and to have no violation of an axe rule. @param what names the page */
export const expectForEveryScreen = async (page: Page, what: string): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, `${what} at ${width} px`).toBeLessThanOrEqual(0);
    if (LOOKED_AT.includes(width)) expect(await findings(page), `${what} at ${width} px`).toEqual([]);
  }
};
