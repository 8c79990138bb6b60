import { bindShortWords } from '@laurel/contracts/typography';
import { expect, it } from 'vitest';
import { BOT_TEXTS } from './texts.ts';

const all = Object.values(BOT_TEXTS).flatMap((texts) =>
  Object.values(texts).map((text) => (typeof text === 'string' ? text : text('Meridian', 'https://vote.example'))),
);

it('has texts without exclamation marks, within the limits of Telegram', () => {
  for (const text of all) {
    expect(text).not.toMatch(/!|\bundefined\b/);
    expect(text.length).toBeLessThan(4096);
  }
  // Answers to a press are cut at 200 characters, labels of buttons by the width of a phone.
  for (const { notSubscribedYet, confirm, subscribe, checkAgain } of Object.values(BOT_TEXTS)) {
    expect(notSubscribedYet.length).toBeLessThanOrEqual(200);
    for (const label of [confirm, subscribe, checkAgain]) expect(label.length).toBeLessThanOrEqual(30);
  }
});

it('has no line that ends with a word of one letter', () => {
  expect(all.map(bindShortWords)).toEqual(all);
  expect(BOT_TEXTS.uk.expired('')).toContain('і\u00a0працює');
});

it('has every text in both languages', () => {
  expect(Object.keys(BOT_TEXTS.uk)).toEqual(Object.keys(BOT_TEXTS.en));
  for (const text of Object.values(BOT_TEXTS.uk)) {
    expect(typeof text === 'string' ? text : text('', '')).toMatch(/[а-щьюяєіїґ]/);
  }
});
