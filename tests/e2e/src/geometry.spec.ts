import type { Locator } from '@playwright/test';
import { fakeLogin, openWithLanguage } from './site/answers.ts';
import { expect, test } from './site/fixtures.ts';
import { EVERYTHING } from './site/look.ts';
import { vote } from './site/screens.ts';
import { wordsByLanguage } from './site/words.ts';

// Where the parts of the page are: beside each other, inside their frames, apart from each other.

/** The widths of a phone, a tablet and a computer, in both languages. */
const VIEWS = (['en', 'uk'] as const).flatMap((language) =>
  [360, 768, 1440].map((width) => [language, width] as const),
);

type Box = { x: number; y: number; width: number; height: number };
const boxOf = async (part: Locator): Promise<Box> => {
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
};

/** The facts of the confirmation: names in one column, each beside its label. */
const expectTwoColumns = async (facts: Locator): Promise<void> => {
  const boxes = async (parts: Locator) => Promise.all((await parts.all()).map(boxOf));
  const [labels, names] = [await boxes(facts.locator('dt')), await boxes(facts.locator('dd'))];
  expect([labels.length, names.length]).toEqual([2, 2]);
  expect(new Set([...labels.map(({ x }) => x)]).size).toBe(1);
  expect(new Set([...names.map(({ x }) => x)]).size).toBe(1);
  for (const [row, label] of labels.entries()) {
    const name = names[row];
    expect(name?.y).toBe(label.y);
    expect(name?.x).toBeGreaterThan(label.x + label.width);
  }
};

for (const [language, width] of VIEWS) {
  test(`parts are in their places, ${language}, ${width} px`, async ({ page }) => {
    const words = wordsByLanguage[language];
    const dialog = page.getByRole('dialog');
    await page.setViewportSize({ width, height: 800 });
    await openWithLanguage(page, language);
    await fakeLogin(page, EVERYTHING);
    await page.goto('/');

    await vote.reach({ page, words, dialog });
    await expectTwoColumns(dialog.locator('dl'));
  });
}
