import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test } from './fixtures.ts';

const CATEGORIES = ['Crypto', 'Dating', 'Finance', 'Gambling', 'Nutra', 'Sweeps'];
/** Sixty nominees of three new nominations, one of them without categories, as a marketing person writes them down. */
const TABLE = [
  'Премія;Ніша;Компанія;Опис;Сайт;Лого',
  ...Array.from({ length: 60 }, (_, n) => {
    const [title, name] =
      n < 30 ? ['Best tracker', CATEGORIES[n % 6]] : n < 54 ? ['Best network', CATEGORIES[n % 2]] : ['Best meme', ''];
    return `${title};${name};Company ${n + 1};"Number ${n + 1}; truly.";company${n + 1}.example;${n < 54 ? 'kite-and-rook.svg' : ''}`;
  }),
].join('\n');
const drawing = (n: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="${n % 9}" cy="4" r="${(n % 4) + 1}"/></svg>`;
/** Of the last nomination; the others name a logo that the award has. */
const LOGOS = [54, 55, 56, 57, 58, 59].map((n) => ({
  ...{ name: `Company ${n + 1} logo.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(drawing(n)) },
}));

test('an organiser makes sixty nominees of one spreadsheet, drops logos, corrects one in the table, and publishes them', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('organiser', { width: 1440 });
  await page.getByRole('link', { name: 'Edition', exact: true }).press('Enter');
  await pressEnter(page.getByRole('button', { name: 'Edit' }).first());
  await expect(page.getByRole('navigation', { name: 'Parts of the draft' })).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.getByLabel('From a spreadsheet').setInputFiles({
    ...{ name: 'nominees.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('new nominees')).toBeVisible();
  await expect(dialog.getByText('11 nominations and categories are made', { exact: false })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await pressEnter(dialog.getByRole('button', { name: 'Put 60 nominees into the draft' }));
  await expect(page.getByRole('link', { name: /Best tracker/ })).toBeVisible();

  await page.getByLabel('Logos, all at once').setInputFiles(LOGOS);
  await pressEnter(dialog.getByRole('button', { name: 'Use 6 logos' }));
  await expect(dialog.getByText('6 logos are in the draft')).toBeVisible();
  await pressEnter(dialog.getByRole('button', { name: 'Close' }).last());

  await page.getByRole('link', { name: /Best meme/ }).press('Enter');
  await pressEnter(page.getByRole('button', { name: /^Name, Company 60/ }));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Company Sixty');
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Enter');
  await expect(page.getByText('Saved as you type')).toBeVisible();
  await page.getByRole('link', { name: 'Review and publish' }).press('Enter');
  await expect(page.getByText('Company Sixty').first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await pressEnter(page.getByRole('button', { name: 'Publish' }));
  await dialog.getByLabel('Why').fill('The nominees of this year');
  await pressEnter(dialog.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Published. Visitors see it within seconds')).toBeVisible();
  await expect.poll(async () => (await fetch(`${desk.site.origin}/api/edition`)).text()).toContain('Company Sixty');
  const { data } = await (await fetch(`${desk.site.origin}/api/edition`)).json();
  const made = data.nominations.slice(-3);
  expect(made.map(({ title, categories }: typeof data) => [title.uk, categories.length])).toEqual([
    ['Best tracker', 6],
    ['Best network', 2],
    ['Best meme', 1],
  ]);
  expect(made[2].categories[0].companies.at(-1).name).toEqual({ en: 'Company Sixty', uk: 'Company Sixty' });
});
