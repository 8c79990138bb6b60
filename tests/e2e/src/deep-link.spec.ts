import type { Page } from '@playwright/test';
import { holdClock } from './site/clock.ts';
import { settle } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';

// How the page scrolls to the nomination in its address.

const DELAY_MS = 400;
/** A browser's timer may be a fraction of a millisecond early. */
const EARLY_MS = 1;

type Watched = {
  /** The length of the history when the page began. */
  readonly entries: number;
  /** The calls that scroll to an element, in ms since the section of the nominations was drawn. */
  readonly scrolls: readonly { readonly id: string; readonly behavior: unknown; readonly after: number }[];
};

/** Notes how the page scrolls and what it adds to the history; the page still scrolls. */
const watch = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const scrolls: object[] = [];
    Object.assign(window, { watched: { entries: history.length, scrolls } });
    let drawnAt = Number.NaN;
    new MutationObserver((_, observer) => {
      if (!document.getElementById('nominations')) return;
      drawnAt = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    const { scrollIntoView } = Element.prototype;
    Element.prototype.scrollIntoView = function noted(options) {
      const behavior = typeof options === 'object' ? options.behavior : undefined;
      scrolls.push({ id: this.id, behavior, after: performance.now() - drawnAt });
      scrollIntoView.call(this, options);
    };
  });
};

const watchedOn = (page: Page): Promise<Watched> => page.evaluate(() => Reflect.get(window, 'watched'));
const entriesOf = (page: Page): Promise<number> => page.evaluate(() => history.length);

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('LP-02 scrolls smoothly to the nomination in the address, 400 ms after it is drawn, and replaces the address', async ({
  page,
}) => {
  await watch(page);
  await page.goto('/?nomination=ceo-owner');
  await expect(page).toHaveURL('/');
  const named = page.getByRole('button', { name: /CEO \/ Owner/ });
  await expect(named).toBeInViewport();
  await expect(named).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('[aria-expanded=true]')).toHaveCount(1);
  const { entries, scrolls } = await watchedOn(page);
  expect(scrolls[0]).toMatchObject({ id: 'ceo-owner', behavior: 'smooth' });
  expect(scrolls[0]?.after).toBeGreaterThanOrEqual(DELAY_MS - EARLY_MS);
  expect(await entriesOf(page)).toBe(entries);
});

test('LP-03 scrolls nowhere for a nomination that does not exist, and replaces the address', async ({ page }) => {
  await holdClock(page, DELAY_MS);
  await watch(page);
  await page.goto('/?nomination=nobody');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Nominations' })).toBeAttached();
  await expect(page.locator('[aria-expanded=true]')).toHaveCount(0);
  await page.clock.runFor(2 * DELAY_MS);
  await settle(page);
  const { entries, scrolls } = await watchedOn(page);
  expect(scrolls).toEqual([]);
  expect(await entriesOf(page)).toBe(entries);
});

test.describe('for a visitor who prefers reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('jumps to the nomination', async ({ page }) => {
    await watch(page);
    await page.goto('/?nomination=ceo-owner');
    await expect(page).toHaveURL('/');
    const { scrolls } = await watchedOn(page);
    expect(scrolls[0]).toMatchObject({ id: 'ceo-owner', behavior: 'auto' });
  });
});
