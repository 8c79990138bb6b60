import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test } from './fixtures.ts';

const TABLE = [
  'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
  'best-partner,gambling,velvet-key,Velvet Key,,velvet-key.svg,Corrected by the jury.,Виправлено журі.',
].join('\n');

const DAY_MS = 86_400_000;
/** A date and time a month from now, as a field for dates has it: the server’s zone is that of the tests. */
const inAMonth = (): string => new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 16);

test('an organiser corrects a nominee with a table, which visitors see, and moves the end of voting with the keyboard', async ({
  colleague,
  desk,
}) => {
  const { page, name } = await colleague('organiser');
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Edition', exact: true }).press('Enter');
  await page.getByLabel('Choose a file, or drop it here').setInputFiles({
    name: 'nominees.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(TABLE),
  });
  await expect(page.getByText('Corrected by the jury.')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await pressEnter(page.getByRole('button', { name: 'Publish' }));
  await page.getByLabel('Why').fill('The jury corrected it');
  await pressEnter(dialog.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Published. Visitors see it within seconds')).toBeVisible();
  const edition = async () => (await fetch(`${desk.site.origin}/api/edition`)).text();
  await expect.poll(edition).toContain('Corrected by the jury.');

  const [openTimes, move] = [
    page.getByRole('button', { name: 'Move times' }),
    dialog.getByRole('button', { name: 'Move', exact: true }),
  ];
  const [closes, why] = [dialog.getByLabel('Voting closes'), dialog.getByLabel('Why')];
  await page.getByRole('link', { name: 'Phases' }).press('Enter');
  await pressEnter(openTimes);
  await closes.fill(inAMonth());
  await expect(dialog.getByText('votes in the last hour')).toBeVisible();
  await why.focus();
  await page.keyboard.type('The jury asked');
  await pressEnter(move);
  await expect(page.getByText('The times are moved')).toBeVisible();
  await expect(page.getByText(`${name} (console)`)).toBeVisible();
  await expect(page.getByText('moved', { exact: true })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  // A time of which a part is missing is not taken for an empty field, which would remove it.
  await pressEnter(openTimes);
  await expect(closes).not.toHaveValue('');
  await why.fill('Back to the plan');
  await closes.focus();
  await page.keyboard.press('Backspace');
  const missing = dialog.getByText('Complete the date and the time');
  await expect(missing).toBeVisible();
  await expect(dialog.getByText('Change a time to see what that does.')).toBeVisible();
  await expect(move).toBeDisabled();
  // Month, day, year, hour, minute, AM or PM.
  for (let part = 0; part < 6; part++) {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await expect(missing).toBeHidden();
  await expect(dialog.getByRole('region', { name: 'What this changes' })).toContainText('Voting closes');

  await pressEnter(dialog.getByRole('button', { name: 'Back to the edition’s times' }));
  await pressEnter(move);
  await expect(page.getByText('moved', { exact: true })).toHaveCount(0);
});
