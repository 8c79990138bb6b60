import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { SOCKET, withoutBeats } from './socket.ts';

/** Advances the clock of a server. */
export const passServerTime = async (origin: string, ms: number): Promise<void> => {
  const moved = await fetch(`${origin}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: ms }),
  });
  expect(moved.ok).toBe(true);
};

/**
 * Timers of less than this time come by themselves: React delays what it shows after a fallback, libraries focus and
 * measure a little later, and the loader hides.
 */
const SHORT_MS = 1_000;

/** Keeps the browser's own functions, before the clock replaces them. */
const keepTasks = (): void => {
  const { setTimeout, clearTimeout } = window;
  const { requestAnimationFrame, cancelAnimationFrame, requestIdleCallback, cancelIdleCallback } = window;
  const others = { requestAnimationFrame, cancelAnimationFrame, requestIdleCallback, cancelIdleCallback };
  Object.defineProperty(window, 'ownTasks', { value: { soon: setTimeout, forget: clearTimeout, others } });
};

/** Lets timers of less than a time, frames and idle callbacks come by themselves. */
const runTasks = (shortMs: number): void => {
  const { soon, forget, others } = Reflect.get(window, 'ownTasks');
  const { setTimeout: later, clearTimeout: forgetLater } = window;
  Object.assign(window, others, {
    setTimeout: (run: () => void, ms = 0, ...args: unknown[]): number =>
      ms < shortMs ? soon(run, ms, ...args) : later(run, ms, ...args),
    clearTimeout: (id?: number): void => {
      forget(id);
      forgetLater(id);
    },
  });
};

/** The time between `install` and `pauseAt` never takes as long. */
const SLACK_MS = 10 * 60_000;

/**
 * Holds the clock of pages that are not open yet: no timer comes until `passTime`, `runUntil`, `page.clock.fastForward`
 * or `page.clock.runFor` moves the clock. Shorter timers than `shortMs`, animation frames and idle callbacks still come by
 * themselves.
 */
export const holdClock = async (page: Page, shortMs = SHORT_MS): Promise<void> => {
  const context = page.context();
  const now = Date.now();
  await context.addInitScript(keepTasks);
  await page.clock.install({ time: now - SLACK_MS });
  await page.clock.pauseAt(now);
  await context.addInitScript(runTasks, shortMs);
  // A page that is held sends no heart-beats, so the server must not expect them.
  await context.routeWebSocket(SOCKET, (connection) => {
    const server = connection.connectToServer();
    connection.onMessage((message) => server.send(withoutBeats(message)));
  });
};

/** Advances the clocks of the server and of a page whose clock is held. */
export const passTime = async (page: Page, ms: number): Promise<void> => {
  const moved = await page.request.post('/dev/clock', { data: { advanceMs: ms } });
  expect(moved.ok()).toBe(true);
  await page.clock.fastForward(ms);
};

/**
 * Moves a held clock on in steps until `look` returns what is expected: for what comes some time after an answer of the
 * server, such as another phase. A page gives up requests that have no answer after ten seconds of its clock.
 */
export const runUntil = <Seen>(
  page: Page,
  look: () => Seen | Promise<Seen>,
  expected: Awaited<Seen>,
  stepMs = 500,
): Promise<void> =>
  expect
    .poll(async () => {
      await page.clock.runFor(stepMs);
      return look();
    })
    .toEqual(expected);
