import type { CSSProperties } from 'react';
import type { Outcome } from '../outcome.ts';

// Where the light of a nomination stands, in units of the style sheet (16 px on a phone of 360 px, and on a computer).

/**
 * The disc's size, its centre from the middle of the screen, its upper edge and where its light stands (0 is above); the
 * logo's size and centre; the words' distance from the title, the size of the name, the room for it and the least height.
 */
const MEASURES = [
  'disc',
  'x',
  'y',
  'angle',
  'logo',
  'logo-x',
  'logo-y',
  'down',
  'lit-name',
  'lit-room',
  'tall',
] as const;
type Look = keyof typeof NARROW;

const NARROW = {
  limb: [29, 14.75, -10, 285, 5.25, 7.6, 6, 4.6, 3.4, 20.5, 0],
  portrait: [12, 0, 3.4, 345, 7.2, 0, 9.2, 11, 3.1, 20.5, 0],
  face: [9.75, 8.4, 0.2, 55, 4.8, 8.4, 4.6, 4.6, 3, 20.5, 0],
  dusk: [13, 4.6, 2.4, 200, 4.5, 4.6, 6.4, 7, 3.4, 20.5, 0],
  total: [11.5, 0, 3.6, 0, 4.25, 0, 7.2, 7.2, 3.5, 20.5, 0],
  crescent: [22, -18.75, -4, 90, 4, 8.2, 5.6, 5, 3, 18, 0],
  rise: [50, 0, 9.2, 0, 4.75, 0, 5.6, 6, 4, 20.5, 0],
  joint: [8.75, 0, 3.4, 0, 4.25, 0, 0, 10.4, 2.7, 20.5, 0],
  orbit: [20, 0, 3.9, 0, 4.75, 0, 8.2, 8.9, 3.05, 20.5, 0],
  dawn: [26, 0, -15.4, 180, 4.75, 0, 6.4, 8.6, 3.4, 20.5, 0],
  sheet: [7.5, 8.4, 0.8, 20, 3.5, 8.4, 4.55, 2.2, 4.9, 20.5, 0],
} as const;
const WIDE: Readonly<Record<Look, readonly number[]>> = {
  limb: [62, 36, -11, 285, 14, 28, 14, 8, 8.5, 56, 40],
  portrait: [36, -23, 8.75, 305, 20, -23, 26.75, 19, 7.2, 47, 48],
  face: [29, 21.5, 3.5, 55, 16.5, 22.5, 18, 6, 6.2, 45, 36],
  dusk: [34, 18, 2.5, 200, 12, 18, 13, 15, 10, 73, 42],
  total: [30, 0, 8, 0, 11, 0, 16.5, 17.5, 8.5, 73, 46],
  crescent: [46, -49, -5, 90, 9, 32.3, 12.5, 11, 6.6, 60, 36],
  rise: [130, 0, 23.5, 0, 9, 0, 13, 11.5, 11, 73, 42],
  joint: [23, 0, 9, 0, 9.5, 0, 0, 26, 4.1, 73, 44],
  orbit: [28.5, -22.6, 15.75, 62, 7, -22.6, 21, 25.8, 4.9, 38, 60],
  dawn: [70, 0, -48, 180, 9, 0, 13.5, 17, 8.5, 73, 40],
  sheet: [17, 26.4, 5.5, 20, 8.5, 26.4, 14, 3, 12.25, 60, 0],
};

/** The looks of nominations with one category, in turn: each has its own light. */
const SINGLE: readonly Look[] = ['limb', 'portrait', 'face', 'dusk', 'total', 'crescent', 'rise', 'dawn'];
/** How many other winners stand around the clearest one. */
const MOST_ON_ORBIT = 6;

/**
 * The look of each nomination. Of several categories the clearest win is in turn a sun and a front page. Joint winners
 * touch, equal in size.
 */
export const looksOf = (all: readonly (readonly Outcome[])[]): readonly Look[] => {
  const shown = { single: 0, several: 0 };
  return all.map((outcomes) => {
    if (outcomes[0] && outcomes[0].winners.length > 1) return 'joint';
    if (outcomes.length === 1) return SINGLE[shown.single++ % SINGLE.length] ?? 'limb';
    return shown.several++ % 2 === 0 && outcomes.length - 1 <= MOST_ON_ORBIT ? 'orbit' : 'sheet';
  });
};

/** The measures of a look for the style sheet, in which `--wide` is 0 on a phone and 1 elsewhere. */
export const measuresOf = (look: Look): CSSProperties =>
  Object.fromEntries(
    MEASURES.map((measure, place) => {
      const [narrow = 0, wide = 0] = [NARROW[look][place], WIDE[look][place]];
      const unit = measure === 'angle' ? '1deg' : 'var(--unit)';
      return [`--${measure}`, `calc((${narrow} + ${wide - narrow} * var(--wide)) * ${unit})`];
    }),
  );
