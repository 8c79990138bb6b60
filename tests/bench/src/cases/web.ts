import { freePort } from '@laurel/database/free-port';
import { openBrowser } from '../browser.ts';
import type { BenchCase, Finding } from '../finding.ts';
import { measureFirstVisit } from '../page/first-visit.ts';
import { measureWithLighthouse } from '../page/lighthouse.ts';
import { measureStorm } from '../page/storm.ts';
import { onStage, type Stage } from '../stage.ts';

/** Measures the built page on the real server in a real browser: each figure with its goal. */
const benchWeb = async (stage: Stage, rounds: number): Promise<Finding[]> => {
  const port = await freePort();
  // The page contains its own address, for crawlers.
  await stage.laurel({ PORT: String(port) });
  const origin = `http://localhost:${port}`;
  const { browser, debuggingPort } = await openBrowser();
  stage.ends({ stop: () => browser.close() });
  return [
    ...(await measureFirstVisit(browser, origin)),
    ...(await measureWithLighthouse(origin, debuggingPort, rounds)),
    ...(await measureStorm(browser, origin, stage, 'first')),
    ...(await measureStorm(browser, origin, stage, 'all')),
  ];
};

export const web: BenchCase = { name: 'web', run: ({ rounds }) => onStage((stage) => benchWeb(stage, rounds)) };
