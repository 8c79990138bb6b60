import { gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { Figure } from '../finding.ts';

/** A phone's screen, which determines the pictures that load. */
const PHONE = { width: 412, height: 823 };
const JAVASCRIPT_GOAL_KB = 130;
const ALL_GOAL_KB = 300;

/** The resources that a first visit loads until the network is idle. */
export const measureFirstVisit = async (browser: Browser, origin: string): Promise<Figure[]> => {
  const page = await browser.newPage({ viewport: PHONE });
  const scripts: Promise<number>[] = [];
  const transfers: Promise<number>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  page.on('requestfinished', (request) => {
    transfers.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(origin, { waitUntil: 'networkidle' });
  if (scripts.length === 0) throw new Error('the page has loaded no script');
  const kilobytes = async (sizes: Promise<number>[]): Promise<number> =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
  const figures: Figure[] = [
    {
      id: 'web.javascript',
      what: 'JavaScript on the first visit, gzip',
      value: await kilobytes(scripts),
      goal: { atMost: JAVASCRIPT_GOAL_KB },
      unit: ' KB',
    },
    {
      id: 'web.first-visit',
      what: 'everything on the first visit, as it is sent',
      value: await kilobytes(transfers),
      goal: { atMost: ALL_GOAL_KB },
      unit: ' KB',
      note: `${transfers.length} answers`,
    },
  ];
  await page.close();
  return figures;
};
