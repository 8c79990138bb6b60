import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const pathOf = (url: string): string => new URL(url).pathname;
const fits = (path: string, wanted: string | RegExp): boolean =>
  typeof wanted === 'string' ? path === wanted : wanted.test(path);

/** Counts the page's requests by path, from here on. */
export const countRequests = (page: Page): ((path: string | RegExp) => number) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(pathOf(request.url())));
  return (wanted) => paths.filter((path) => fits(path, wanted)).length;
};

/** Waits until the page has nothing to do: it has drawn what the last events and answers changed. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve())));

/** Waits until the page has read an answer on each of these paths. Call it before what leads to the requests. */
export const readAnswers = async (page: Page, ...paths: readonly (string | RegExp)[]): Promise<void> => {
  const answers = paths.map((path) => page.waitForResponse((answer) => fits(pathOf(answer.url()), path)));
  for (const answer of answers) await (await answer).finished();
  await settle(page);
};

/** Holds back the page's requests of a file or a call. @returns how to let them through */
export const holdBack = async (page: Page, what: string | RegExp): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

/** The file that a press saves: its name and its content. */
export const savedBy = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
};
