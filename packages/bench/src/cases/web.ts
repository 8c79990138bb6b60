import { freePort } from '@laurel/api/adapters/testing/free-port';
import { openBrowser } from '../browser.ts';
import { measureFirstVisit } from '../page/first-visit.ts';
import { describeFigure } from '../page/goals.ts';
import { measureWithLighthouse } from '../page/lighthouse.ts';
import { measureStorm } from '../page/storm.ts';
import { startLaurel } from '../processes.ts';
import type { Stage } from '../stage.ts';

/** The built page on the real server, in a real browser: each figure with its goal. */
export const benchWeb = async (stage: Stage, rounds: number): Promise<string[]> => {
  const port = await freePort();
  // The page names its own address, for machines that read it.
  const laurel = await startLaurel({ ...stage.env, PORT: String(port) });
  const origin = `http://localhost:${port}`;
  const { browser, debuggingPort } = await openBrowser();
  try {
    const figures = [
      ...(await measureFirstVisit(browser, origin)),
      ...(await measureWithLighthouse(origin, debuggingPort, rounds)),
      ...(await measureStorm(browser, origin, stage, 'first')),
      ...(await measureStorm(browser, origin, stage, 'all')),
    ];
    return figures.map(describeFigure);
  } finally {
    await browser.close();
    await laurel.stop();
  }
};
