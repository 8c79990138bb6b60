import type { Page } from '@playwright/test';

/** Counts the tones that a page makes from its next load on. @returns how many there were so far */
export const countTones = async (page: Page): Promise<() => Promise<number>> => {
  await page.addInitScript(() => {
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      Reflect.set(window, 'tones', Number(Reflect.get(window, 'tones') ?? 0) + 1);
      return make.call(this);
    };
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'tones') ?? 0));
};
