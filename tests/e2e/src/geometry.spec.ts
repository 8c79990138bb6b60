import type { Locator, Page } from '@playwright/test';
import { answer, fakeLogin, openWithLanguage } from './site/answers.ts';
import { holdClock } from './site/clock.ts';
import { expectEclipse } from './site/eclipse.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { vote } from './site/screens.ts';
import { speak } from './site/show-in.ts';
import { everyVote, knowVotes, pillOf } from './site/votes.ts';
import { wordsByLanguage } from './site/words.ts';

// Where the parts of the page are: beside each other, inside their frames, apart from each other.

const WIDTHS = [360, 768, 1440] as const;

type Box = { x: number; y: number; width: number; height: number };
const boxOf = async (part: Locator): Promise<Box> => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
};
const boxesOf = async (parts: Locator): Promise<Box[]> => Promise.all((await parts.all()).map(boxOf));
const middleOf = ({ y, height }: Box): number => y + height / 2;

/** The facts of the confirmation: names in one column, each beside its label. */
const expectTwoColumns = async (facts: Locator): Promise<void> => {
  const [labels, names] = [await boxesOf(facts.locator('dt')), await boxesOf(facts.locator('dd'))];
  expect([labels.length, names.length]).toEqual([2, 2]);
  expect(new Set(labels.map(({ x }) => x)).size).toBe(1);
  expect(new Set(names.map(({ x }) => x)).size).toBe(1);
  for (const [row, label] of labels.entries()) {
    const name = names[row];
    expect(name?.y).toBe(label.y);
    expect(name?.x).toBeGreaterThan(label.x + label.width);
  }
};

/** The space between two numbers is more than twice as wide as that between the digits of one. */
const expectNumbersApart = async (page: Page): Promise<void> => {
  const numbers = page.locator('[data-turnout] b');
  await expect(numbers).toHaveText([/^20.000$/, /^2.172$/]);
  const ink = await numbers.evaluateAll((all) =>
    all.map((each) => {
      const text = each.firstChild;
      if (!text) throw new Error('no number');
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, top } = range.getBoundingClientRect();
      const at = text.textContent?.search(/\D/) ?? 0;
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return { left, right, top, space: range.getBoundingClientRect().width };
    }),
  );
  const [first, second] = ink;
  if (!first || !second) throw new Error('two numbers');
  if (first.top === second.top) expect(second.left - first.right).toBeGreaterThan(2 * first.space);
};

/** A bar of tabs that is cut off fades at that end, and only there. */
const expectFades = async (page: Page): Promise<void> => {
  const bar = page.getByRole('tablist').first();
  // What is far from the screen is not measured.
  await bar.scrollIntoViewIfNeeded();
  const ends = () => bar.evaluate((list) => ['before', 'after'].map((end) => list.hasAttribute(`data-more-${end}`)));
  const isCut = () => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth > 1);
  // Ticks of votes and the fonts may come later, and widen the tabs.
  await expect.poll(async () => JSON.stringify(await ends()) === JSON.stringify([false, await isCut()])).toBe(true);
  if (!(await isCut())) return;
  expect(await bar.evaluate((list) => getComputedStyle(list).maskImage)).toMatch(/calc\(100% - \d+px\)/);
  const atTheEnd = async () => {
    await bar.evaluate((list) => list.scrollBy(10_000, 0));
    return ends();
  };
  await expect.poll(atTheEnd).toEqual([true, false]);
};

/** Addresses are whole where there is room, and long names stay beside the button that copies the link. */
const expectNamesInside = async (page: Page): Promise<void> => {
  const card = page.locator('li[data-company=northlight-partners]').first();
  const [address, copy] = [card.locator('a > span').first(), card.locator('button').nth(1)];
  expect(await address.evaluate((span) => span.scrollWidth - span.clientWidth)).toBeLessThanOrEqual(0);
  const name = card.locator('h4 button');
  for (const long of [
    'Donaudampfschifffahrtsgesellschaftskapt',
    'Gambling/Betting/Dating/Sweepstakes/Crypto/Finance',
    'awards-and-partners-of-the-year.of-a-long-name.example.org',
  ]) {
    await name.evaluate((button, text) => {
      const [first] = button.childNodes;
      if (first) first.textContent = text;
    }, long);
    const [own, beside, frame] = [await boxOf(name), await boxOf(copy), await boxOf(card)];
    expect(own.x + own.width, long).toBeLessThanOrEqual(beside.x);
    expect(beside.x + beside.width, long).toBeLessThanOrEqual(frame.x + frame.width);
  }
};

/** The light of a closed nomination fills its row, also while it is scaled down. */
const expectWholeRow = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const row = page.locator('#nominations [data-state=closed]').first();
  await row.scrollIntoViewIfNeeded();
  const filled = () =>
    row.evaluate((item) => {
      for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
      const light = getComputedStyle(item, '::before');
      const scale = new DOMMatrix(light.transform).a;
      const { width, height } = item.getBoundingClientRect();
      return [(Number.parseFloat(light.width) * scale) / width, (Number.parseFloat(light.height) * scale) / height];
    });
  await expect.poll(filled).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
};

test('parts are in their places, in both languages, on a phone, a tablet and a computer', async ({ page }) => {
  const dialog = page.getByRole('dialog');
  await openWithLanguage(page, 'uk');
  await fakeLogin(page, EVERYTHING);
  await answer(page, '/vote/turnout', { status: 200, body: { votes: 20_000, voters: 2_172 } });
  await holdClock(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expectFades(page);
    await expectWholeRow(page);
    await expectNamesInside(page);
    for (const language of ['uk', 'en'] as const) {
      await speak(page, language);
      await vote.reach({ page, words: wordsByLanguage[language], dialog });
      await expectTwoColumns(dialog.locator('dl'));
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  }

  // With a vote in every category: the button of the pill is beside the count.
  await knowVotes(page, await everyVote(page));
  await page.goto('/');
  const pill = pillOf(page);
  await expect(pill).toContainText('22');
  // The page asks for the counts again after a minute.
  await page.clock.runFor(61_000);
  for (const language of ['uk', 'en'] as const) {
    await speak(page, language);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const [count, button] = [await boxOf(pill.locator('span').first()), await boxOf(pill.getByRole('button'))];
      expect(Math.abs(middleOf(count) - middleOf(button))).toBeLessThan(2);
      expect(count.x + count.width).toBeLessThan(button.x);
      await expectNumbersApart(page);
    }
  }
});

// axe looks at every screen in visual.spec.ts, and text of twice the size is in large-text.spec.ts.
test('without a closing time the title has the whole width, no rim crosses a text, and nothing is wider than the smallest and the widest screen', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('timer')).toHaveCount(0);
  await expectEclipse(page, 'without a closing time');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await page.locator('h1').boundingBox())?.width).toBeGreaterThan(800);
  for (const width of [320, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of ['uk', 'en'] as const) {
      await speak(page, language);
      for (const part of await page.locator('section, footer').all()) await part.scrollIntoViewIfNeeded();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  }
});
