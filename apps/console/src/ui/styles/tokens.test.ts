import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** The colours of a theme by their names. */
const coloursOf = (theme: Theme): Map<string, string> => {
  const plain = [...sheet.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const paired = [...sheet.matchAll(/--([\w-]+): light-dark\((#[\da-f]{3,6}), (#[\da-f]{3,6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark] as const,
  );
  return new Map([...plain, ...paired]);
};

/** The relative luminance of a colour (WCAG 2.2). */
const luminance = (hex: string): number => {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (theme: Theme, text: string, ground: string): number => {
  const colours = coloursOf(theme);
  const [one, two] = [luminance(colours.get(text) ?? ''), luminance(colours.get(ground) ?? '')];
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
};

const TEXTS = [
  ...['ink', 'mute', 'violet', 'bad', 'gold', 'ok'].flatMap((text) => [
    [text, 'bg'] as const,
    [text, 'panel'] as const,
  ]),
  ['ink', 'sunk'],
  ['mute', 'sunk'],
  ['mute', 'gold-bg'],
  ['mute', 'bad-bg'],
  ['mute', 'violet-bg'],
  ['ink', 'violet-bg'],
  ['gold', 'gold-bg'],
  ['bad', 'bad-bg'],
  ['ok', 'ok-bg'],
  ['violet', 'violet-bg'],
  ['violet', 'sunk'],
  ['on-action', 'action'],
  ['on-action', 'action-hover'],
  ['bg', 'ink'],
] as const;

describe.each(THEMES)('the colours of the %s theme', (theme) => {
  it.each(TEXTS)('give a text in %s on %s the contrast that WCAG AA requires', (text, ground) => {
    expect(contrast(theme, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it('give the frame of a field and the ring of the focus the contrast that WCAG AA requires of a control', () => {
    expect(contrast(theme, 'line-strong', 'panel')).toBeGreaterThanOrEqual(3);
    expect(contrast(theme, 'violet', 'bg')).toBeGreaterThanOrEqual(3);
  });
});
