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

/** Advances the clocks of the server and of a page with an installed clock. */
export const passTime = async (page: Page, ms: number): Promise<void> => {
  const moved = await page.request.post('/dev/clock', { data: { advanceMs: ms } });
  expect(moved.ok()).toBe(true);
  await page.clock.fastForward(ms);
};
