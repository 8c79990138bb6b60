import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Lets time pass, for the server and for a page whose clock was installed: neither is loaded or started again. */
export const passTime = async (page: Page, ms: number): Promise<void> => {
  const moved = await page.request.post('/dev/clock', { data: { advanceMs: ms } });
  expect(moved.ok()).toBe(true);
  await page.clock.fastForward(ms);
};
