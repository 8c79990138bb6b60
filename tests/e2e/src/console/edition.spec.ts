import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test } from './fixtures.ts';

const TABLE = [
  'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
  'best-partner,gambling,velvet-key,Velvet Key,,velvet-key.svg,Corrected by the jury.,Виправлено журі.',
].join('\n');

test('a nominee’s description is corrected with a table, and visitors see it', async ({ colleague, desk }) => {
  const { page } = await colleague('organiser');
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
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Published. Visitors see it within seconds')).toBeVisible();
  const edition = async () => (await fetch(`${desk.site.origin}/api/edition`)).text();
  await expect.poll(edition).toContain('Corrected by the jury.');
});
