import { expect, type Page } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { type Desk, startDesk } from './desk.ts';
import { test as base, pressEnter } from './fixtures.ts';
import { consoleWords } from './words.ts';

/** A demo night whose edition asks for two people. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const phases = { opensIn: -240, closesIn: 5, announcedIn: 24, visibility: 'live' } as const;
      const desk = await startDesk(undefined, { ...phases, rules: ['approvals: 2'] });
      await use(desk);
      await desk.close();
    },
    { scope: 'worker' },
  ],
});

for (const { language, width } of [
  { language: 'en', width: 1440 },
  { language: 'uk', width: 390 },
] as const) {
  test(`a farm is found by itself, and two people exclude its votes from the alarm on, in ${language} at ${width} px`, async ({
    colleague,
    desk,
  }) => {
    const say = consoleWords(language);
    const as = { width, height: 900, locale: language === 'uk' ? 'uk-UA' : 'en-GB' };
    const { page } = await colleague('organiser', as);
    const { page: second } = await colleague('organiser', as);
    const look = async (what: string) => {
      expect(await findings(page), what).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
    };
    const press = (text: string) => pressEnter(page.getByRole('button', { name: text, exact: true }));
    /** Somebody takes a step on the exclusion's screen, and sees its state afterwards. */
    const take = async (by: Page, step: 'approve' | 'apply' | 'proposeUndo' | 'undo', state: string) => {
      await by.goto(page.url());
      const open = say(`exclusions.steps.${step}.open`);
      await pressEnter(by.getByRole('button', { name: open, exact: true }));
      const dialog = by.getByRole('dialog');
      await dialog.getByLabel(say('common.reason.label')).fill('Agreed');
      await pressEnter(dialog.getByRole('button', { name: open, exact: true }));
      await expect(dialog).toHaveCount(0);
      await expect(by.getByText(say(`exclusions.state.${state}`), { exact: true })).toBeVisible();
    };
    const see = page.getByRole('link', { name: say('suspicious.alarm.see') });
    const shown = () =>
      // Real time: the other language's exclusion hid the farm, and the server searches again each minute.
      see.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    const alarm = () => page.goto(`${desk.origin}/tonight`).then(shown);
    // Real time: as above.
    await expect.poll(alarm, { timeout: 150_000 }).toBe(true);
    const began = Date.now();
    await look('Tonight with an alarm');
    await page.goto(`${desk.origin}/suspicious`);
    const rows = (title: string) => page.getByRole('region', { name: say(title) }).getByRole('listitem');
    await expect(rows('suspicious.byEffect')).toHaveCount(3);
    await expect(rows('suspicious.honestTitle')).toHaveCount(2);
    await look('the list');
    await page.goto(`${desk.origin}/tonight`);
    await see.press('Enter');
    await expect(page.getByRole('heading', { name: say('suspicious.why.title') })).toBeVisible();
    await look('the group');
    await press(say('suspicious.act.preview'));
    await expect(page.getByText(say('exclusions.proposal.title')).first()).toBeVisible();
    await look('the preview');
    await page.getByLabel(say('exclusions.proposal.reason')).fill('Found by the search');
    await press(say('exclusions.proposal.action'));
    await expect(page).toHaveURL(/\/exclusions\/\d+$/);
    await take(second, 'approve', 'approved');
    await take(page, 'apply', 'applied');
    console.info(`${language}, ${width} px: ${Math.round((Date.now() - began) / 1_000)} s from the alarm`);
    // The other language counts the farm.
    await take(page, 'proposeUndo', 'applied');
    await take(second, 'undo', 'undone');
  });
}
