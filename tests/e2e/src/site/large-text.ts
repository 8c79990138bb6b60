import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The width of a phone. */
export const NARROW = 360;

/** Doubles the size of all text like a browser's setting. */
export const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** Elements that overflow the screen or their own box, except tabs and an index, which may scroll sideways. */
const overflowing = (part: Locator): Promise<string[]> =>
  part.evaluate((root, width) => {
    const found: string[] = [];
    /** Where the text of an element ends: what is only drawn, such as a glow or a turned sign, may be wider. */
    const endOf = (element: Element): number => {
      const range = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let end = 0;
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest('.visually-hidden')) continue;
        range.selectNodeContents(text);
        for (const { right, width: wide } of range.getClientRects()) if (wide > 1) end = Math.max(end, right);
      }
      return end;
    };
    for (const element of [root, ...root.querySelectorAll('*')]) {
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').slice(0, 40)}”`;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      if (
        box.width <= 1 ||
        style.position === 'absolute' ||
        element.closest('[role=tablist], nav ol, svg, [aria-hidden=true]')
      )
        continue;
      if (box.right > width + 0.5 || box.left < -0.5) found.push(`${name}: from ${box.left} to ${box.right}`);
      // An input scrolls by itself, but must show a few characters.
      if (element instanceof HTMLInputElement) {
        if (element.clientWidth < 100) found.push(`${name}: only ${element.clientWidth} wide`);
        continue;
      }
      // The invisible field under the boxes of a code is wider than them, for the badge of a password manager.
      if (element.querySelector('[data-input-otp]')) continue;
      const cut =
        element.textContent !== '' && element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline';
      if (cut && element.clientWidth > 0 && endOf(element) > box.right + 1)
        found.push(`${name}: ${element.scrollWidth} in ${element.clientWidth}`);
    }
    return found;
  }, NARROW);

/** Words that stand on two lines. A line may break after a hyphen, and within an address, a domain or a key. */
const broken = (part: Locator): Promise<string[]> =>
  part.evaluate((root) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent?.checkVisibility() || parent.closest('code, svg, noscript, [data-paper]')) continue;
      if (parent.getBoundingClientRect().width <= 1) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u00a0\u200b]+/g)) {
        if (/@|:\/\/|\w\.\w{2}/.test(word)) continue;
        for (const { 0: piece, index: inside } of word.matchAll(/[^-\u2010\u2013\u2014/]+[-\u2010\u2013\u2014/]?/g)) {
          range.setStart(text, index + inside);
          range.setEnd(text, index + inside + piece.length);
          const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
          if (Math.max(...tops) - Math.min(...tops) > 4) {
            const { fontSize } = getComputedStyle(parent);
            found.push(`${piece} (${fontSize}, ${parent.tagName.toLowerCase()}.${parent.getAttribute('class') ?? ''})`);
          }
        }
      }
    }
    return [...new Set(found)];
  });

/** Expects nothing of a part of the page to be cut off, and no word of it to be broken. */
export const expectFits = async (part: Locator, what?: string): Promise<void> => {
  await part.evaluate(() => document.fonts.ready);
  expect(await overflowing(part), what).toEqual([]);
  expect(await broken(part), what).toEqual([]);
};

/** The same for a dialog; its end can be scrolled to. */
export const expectSheetFits = async (dialog: Locator, what?: string): Promise<void> => {
  await expectFits(dialog, what);
  const height = dialog.page().viewportSize()?.height ?? 0;
  const last = dialog.locator('button, a, input').last();
  await last.scrollIntoViewIfNeeded();
  const box = await last.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0), `${what}: the end of the sheet`).toBeLessThanOrEqual(height + 0.5);
  const { top, taller } = await dialog.evaluate((sheet) => {
    let outer = sheet.parentElement;
    while (outer && getComputedStyle(outer).overflowY !== 'auto') outer = outer.parentElement;
    outer?.scrollTo({ top: 0, behavior: 'instant' });
    return { top: sheet.getBoundingClientRect().top, taller: (outer?.scrollHeight ?? 0) > (outer?.clientHeight ?? 0) };
  });
  // And its beginning.
  expect(top, `${what}: the beginning of the sheet`).toBeGreaterThanOrEqual(0);
  if (!taller)
    expect(await dialog.evaluate((sheet) => sheet.getBoundingClientRect().bottom)).toBeLessThanOrEqual(height + 0.5);
};
