import { setTimeout as sleep } from 'node:timers/promises';
import { byCategory } from '@laurel/support/ledger/requests';
import type { Browser, CDPSession } from '@playwright/test';
import type { Figure } from '../finding.ts';
import type { Stage } from '../stage.ts';

const SECONDS = 60;
/** During the first changes the browser compiles the rendering code, which stays in memory: 1.7 MB, once. */
const WARM_UP_SECONDS = 20;
/** Votes a second, each in another category: the server pushes changed categories once a second. */
const CHANGES_A_SECOND = 18;
const CHANGES = 1_000;
const SLOWER = 4;
const LONG_TASK_GOAL_MS = 100;
const GROWTH_GOAL_MB = 1;
/** The time until the page is idle after its load. */
const SETTLE_MS = 5_000;

const KEEP_LONG_TASKS = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.longTasks.push(entry.duration);
  }).observe({ type: 'longtask' });`;

/** Memory in use after a collection, megabytes. */
const heapMb = async (cdp: CDPSession): Promise<number> => {
  await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024;
};

/** Counts the changes of categories that the page's socket receives. */
const countChanges = (cdp: CDPSession): (() => number) => {
  let heard = 0;
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    // Binary frames are reported in base64 (opcode 2).
    const frame = response.opcode === 2 ? Buffer.from(response.payloadData, 'base64').toString() : response.payloadData;
    if (frame.startsWith('MESSAGE')) heard += frame.split('"niche":').length - 1;
  });
  return () => heard;
};

/** Real votes at a constant rate; each second another voter votes in many categories. */
const vote = async (stage: Stage, origin: string, seconds: number): Promise<void> => {
  const categories = byCategory(stage.ballot);
  const voters = await stage.voters(seconds);
  const startedAt = performance.now();
  let cast = 0;
  for (const [second, { token }] of voters.entries()) {
    for (let index = 0; index < CHANGES_A_SECOND; index++) {
      const nominees = categories[(second * CHANGES_A_SECOND + index) % categories.length] ?? [];
      const { status } = await fetch(`${origin}/api/vote`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(nominees[(second * 7 + index) % nominees.length]),
      });
      if (status !== 201) throw new Error(`a vote was answered with ${status}`);
      cast += 1;
      const dueAt = startedAt + (cast * 1000) / CHANGES_A_SECOND;
      await sleep(Math.max(0, dueAt - performance.now()));
    }
  }
};

/**
 * A minute of votes on a slowed-down machine.
 * @param open the open nominations: the initially open one, or all
 */
export const measureStorm = async (
  browser: Browser,
  origin: string,
  stage: Stage,
  open: 'first' | 'all',
): Promise<Figure[]> => {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  await page.addInitScript({ content: KEEP_LONG_TASKS });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const changes = countChanges(cdp);
  await page.goto(origin, { waitUntil: 'networkidle' });
  const closed = page.locator('#nominations h3 button[aria-expanded=false]');
  for (let left = open === 'all' ? await closed.count() : 0; left > 0; left--) await closed.first().click();
  await page.locator('#nominations').scrollIntoViewIfNeeded();
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await vote(stage, origin, WARM_UP_SECONDS);
  await sleep(SETTLE_MS);
  const before = await heapMb(cdp);
  const heardBefore = changes();
  await page.evaluate('globalThis.longTasks.length = 0');
  await vote(stage, origin, SECONDS);
  await sleep(SETTLE_MS);
  const longTasks = await page.evaluate<number[]>('globalThis.longTasks');
  const after = await heapMb(cdp);
  await page.close();
  const state = open === 'all' ? 'all nominations open' : 'the first nomination open';
  return [
    {
      id: `web.changes.${open}`,
      what: `${state}: statistics changes that the page heard`,
      value: changes() - heardBefore,
      goal: { atLeast: CHANGES },
      unit: '',
    },
    {
      id: `web.longest-task.${open}`,
      what: `${state}: longest task, on a CPU ${SLOWER} times slower`,
      value: Math.max(0, ...longTasks),
      goal: { atMost: LONG_TASK_GOAL_MS },
      unit: ' ms',
      note: `${longTasks.length} over 50 ms`,
    },
    {
      id: `web.memory.${open}`,
      what: `${state}: growth of its memory`,
      value: after - before,
      goal: { atMost: GROWTH_GOAL_MB },
      unit: ' MB',
      digits: 2,
      note: `from ${before.toFixed(1)} to ${after.toFixed(1)} MB`,
    },
  ];
};
