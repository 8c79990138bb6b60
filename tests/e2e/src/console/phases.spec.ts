import { demoDir, demoFolder, packed } from '@laurel/support/edition-folder';
import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { runUntil } from '../site/clock.ts';
import type { Desk } from './desk.ts';
import { pressEnter, test } from './fixtures.ts';

const DAY_MS = 86_400_000;
/** A date and time a month from now, as a field for dates has it: the server’s zone is that of the tests. */
const inAMonth = (): string => new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 16);

const phaseOf = async ({ site }: Desk): Promise<string> =>
  (await (await fetch(`${site.origin}/api/edition`)).json()).data.phase;

test('an organiser moves the end of voting with the keyboard, after a preview of the affected people', async ({
  colleague,
}) => {
  const { page, name } = await colleague('organiser');
  await page.getByRole('link', { name: 'Phases' }).press('Enter');
  await pressEnter(page.getByRole('button', { name: 'Move times' }));
  await page.getByLabel('Voting closes').fill(inAMonth());
  await expect(page.getByRole('dialog').getByText('votes in the last hour')).toBeVisible();
  await page.getByLabel('Why').focus();
  await page.keyboard.type('The jury asked');
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
  await expect(page.getByText('The times are moved')).toBeVisible();
  await expect(page.getByText(`${name} (console)`)).toBeVisible();
  await expect(page.getByText('moved', { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await pressEnter(page.getByRole('button', { name: 'Move times' }));
  await pressEnter(page.getByRole('button', { name: 'Back to the edition’s times' }));
  await page.getByLabel('Why').fill('Back to the plan');
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
  await expect(page.getByText('moved', { exact: true })).toHaveCount(0);
});

test('a time of which a part is missing is not taken for an empty field, which would remove it', async ({
  colleague,
  desk,
}) => {
  const because = ['--reason', 'a test', '--yes'];
  desk.site.laurel('phase', 'set', '--closes', `${inAMonth()}Z`, ...because);
  const { page } = await colleague('organiser');
  await page.getByRole('link', { name: 'Phases' }).click();
  await page.getByRole('button', { name: 'Move times' }).click();
  const dialog = page.getByRole('dialog');
  const [closes, missing] = [dialog.getByLabel('Voting closes'), dialog.getByText('Complete the date and the time')];
  await expect(closes).not.toHaveValue('');
  await dialog.getByLabel('Why').fill('The jury asked');
  await closes.focus();
  await page.keyboard.press('Backspace');
  await expect(missing).toBeVisible();
  await expect(dialog.getByText('Change a time to see what that does.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled();

  // Month, day, year, hour, minute, AM or PM.
  for (let part = 0; part < 6; part++) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await expect(missing).toBeHidden();
  await expect(dialog.getByRole('region', { name: 'What this changes' })).toContainText('Voting closes');
  desk.site.laurel('phase', 'set', '--clear', ...because);
});

test('two people close voting on their phones: one proposes, the other sees the same and approves', async ({
  colleague,
  desk,
}) => {
  const [one, two] = [
    await colleague('organiser', { width: 390, height: 844 }),
    await colleague('owner', { width: 390, height: 844, locale: 'uk-UA' }),
  ];
  const guarded = await demoFolder({ 'edition.yaml': (text) => `${text}\napprovals: 2\n` });
  await one.page.goto(`${desk.origin}/edition`);
  await one.page.getByLabel('Choose a file, or drop it here').setInputFiles({
    name: 'edition.zip',
    mimeType: 'application/zip',
    buffer: await packed(guarded),
  });
  await one.page.getByRole('button', { name: 'Publish' }).click();
  await one.page.getByLabel('Why').fill('Two people must agree from now on');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(one.page.getByText('Published. Visitors see it within seconds')).toBeVisible();

  await one.page.goto(`${desk.origin}/phases`);
  await one.page.getByRole('button', { name: 'Close voting now' }).click();
  await one.page.getByLabel('Why').fill('A flaw, see minutes 14');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
  await expect(one.page.getByText('You proposed this. Somebody else must decide it.')).toBeVisible();
  expect(await phaseOf(desk)).toBe('open');

  await two.page.goto(`${desk.origin}/phases`);
  await expect(two.page.getByText('A flaw, see minutes 14')).toBeVisible();
  expect(await findings(two.page)).toEqual([]);
  await two.page.getByRole('button', { name: 'Схвалити' }).click();
  await two.page.getByLabel('Причина').fill('Як вирішено');
  await two.page.getByRole('dialog').getByRole('button', { name: 'Схвалити' }).click();
  await expect(two.page.getByText('Схвалено й перенесено')).toBeVisible();
  await expect.poll(() => phaseOf(desk)).toBe('closed');
  const closed = one.page.getByText('voting is closed');
  await runUntil(one.page, () => closed.isVisible(), true, 1_000);

  const because = ['--reason', 'the end of the test', '--yes'];
  expect(desk.site.laurel('phase', 'set', '--clear', '--without-approval', ...because)).toContain('Done.');
  expect(desk.site.laurel('edition', 'import', demoDir, ...because)).toContain('Imported');
});
