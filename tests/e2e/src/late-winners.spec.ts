import { openWithLanguage } from './site/answers.ts';
import { holdClock } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { RUNS } from './site/runs.ts';
import { announceWinners } from './site/votes.ts';

for (const [language, width] of RUNS) {
  test(`a page that can’t load the code of the winners shows the results in the nominations, ${language}, ${width} px`, async ({
    page,
    consoleErrors,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openWithLanguage(page, language);
    await page.route(/\/assets\/winners-.*\.js/, (route) => route.abort('failed'));
    await holdClock(page);
    await page.goto('/');
    await announceWinners(page);
    const act = page.getByRole('button', { name: language === 'en' ? 'See the winners' : 'Хто переміг' });
    if (width === 1440) await act.press('Enter');
    else await act.click();
    await expect(page.locator('#nominations h2')).toBeInViewport();
    await expect(page.locator('#winners')).toHaveCount(0);
    ignoreRefusals(consoleErrors);
  });
}
