import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Advances the clock of a server. */
export const passServerTime = async (origin: string, ms: number): Promise<void> => {
  const moved = await fetch(`${origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: ms }),
  });
  expect(moved.ok).toBe(true);
};

/** The time between the two calls below never takes as long. */
const SLACK_MS = 10 * 60_000;

/**
 * Holds the clock of a page that is not open yet: from now on only `passTime` and `page.clock.runFor` move it. Without them
 * no timer, no animation frame and no idle callback of the page comes.
 */
export const holdClock = async (page: Page): Promise<void> => {
  const now = Date.now();
  await page.clock.install({ time: now - SLACK_MS });
  await page.clock.pauseAt(now);
};

/** Advances the clocks of the server and of a page whose clock is held. */
export const passTime = async (page: Page, ms: number): Promise<void> => {
  const moved = await page.request.post('/dev/clock', { data: { advanceMs: ms } });
  expect(moved.ok()).toBe(true);
  await page.clock.fastForward(ms);
};
