import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACCENT_GROUND, ACCENT_INK, accentContrast, CONTRAST_AA, contrastOf, PAGE_ACCENT } from './accent.ts';

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#000000', 21],
  ['#7c3aed', '#7c3aed', 1],
  // The example of the working group for the least grey that is readable on white.
  ['#767676', '#ffffff', 4.54],
])('the contrast of %s and %s is %d, as WCAG defines it', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
});

it.each([
  ['the page’s own gold', PAGE_ACCENT, true],
  // Text on it is dark.
  ['white', '#ffffff', true],
  ['a light violet', '#a78bfa', true],
  ['a violet that is readable on white paper only', '#7c3aed', false],
  ['black', '#000000', false],
])('%s as the accent: readable is %3$s', (_what, colour, readable) => {
  expect(accentContrast(colour) >= CONTRAST_AA).toBe(readable);
});

it('is rounded down, so that a colour just below the limit does not look like one that reaches it', () => {
  expect(accentContrast('#857f8e')).toBe(4.4);
});

it('is measured with the colours of the page', () => {
  const tokens = readFileSync(new URL('../../../apps/web/src/ui/styles/tokens.css', import.meta.url), 'utf8');
  for (const [name, colour] of Object.entries({ gold: PAGE_ACCENT, 'panel-2': ACCENT_GROUND, ink: ACCENT_INK })) {
    expect(tokens).toContain(`--${name}: ${colour};`);
  }
});
