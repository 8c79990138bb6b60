import { demoDir, demoFolder, packed } from '@laurel/support/edition-folder';
import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import type { Desk } from './desk.ts';
import { pressEnter, test } from './fixtures.ts';

const uploaded = (buffer: Buffer, name = 'edition.zip') => ({ name, mimeType: 'application/zip', buffer });
const nameOf = async ({ site }: Desk): Promise<string> =>
  (await (await fetch(`${site.origin}/api/edition`)).json()).data.texts.name.en;
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

test('an edition is published, and the one before it again', async ({ colleague, desk }) => {
  const { page } = await colleague('owner');
  await page.goto(`${desk.origin}/edition`);
  const before = await nameOf(desk);
  const files = await demoFolder({ 'edition.yaml': (text) => text.replace('Meridian Awards', 'Northern Prize') });
  await page.getByLabel('Choose a file, or drop it here').setInputFiles(uploaded(await packed(files)));
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByLabel('Why').fill('The award has a new name');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => nameOf(desk)).toBe('Northern Prize');

  const [downloading] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the edition that is live' }).click(),
  ]);
  expect(downloading.suggestedFilename()).toMatch(/^edition-\d{4}-version-\d+\.zip$/);
  await page
    .getByRole('link', { name: /^Compare version \d+ with what is live$/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Publish this version again' }).click();
  await page.getByLabel('Why').fill('The name was a mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => nameOf(desk)).toBe(before);
});

test('two people publish another name of a nominee: one proposes it, the other sees the change and agrees', async ({
  colleague,
  desk,
}) => {
  const [one, two] = [
    await colleague('organiser'),
    await colleague('owner', { width: 390, height: 844, locale: 'uk-UA' }),
  ];
  const guarded = (text: string) => `${text}\napprovals: 2\n`;
  const because = ['--reason', 'a test', '--yes'];
  await one.page.goto(`${desk.origin}/edition`);
  const choose = one.page.getByLabel('Choose a file, or drop it here');
  await choose.setInputFiles(uploaded(await packed(await demoFolder({ 'edition.yaml': guarded }))));
  await one.page.getByRole('button', { name: 'Publish' }).click();
  await one.page.getByLabel('Why').fill('Two people must agree from now on');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(one.page.getByText('Published. Visitors see it within seconds')).toBeVisible();

  const renamed = await demoFolder({
    'edition.yaml': guarded,
    'nominations/best-partner.yaml': (text) => text.replace('name: Saffron Gate', 'name: Lantern Gate'),
  });
  await choose.setInputFiles(uploaded(await packed(renamed)));
  await one.page.getByRole('button', { name: 'Propose' }).click();
  await one.page.getByLabel('Why').fill('They have a new name');
  await one.page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click();
  await expect(one.page.getByText('Proposed. Somebody else must agree within 24 hours')).toBeVisible();
  await expect(one.page.getByRole('button', { name: 'Agree and publish' })).toHaveCount(0);

  await two.page.goto(`${desk.origin}/edition`);
  await two.page
    .getByRole('link', { name: /^Переглянути чернетку/ })
    .first()
    .click();
  await expect(two.page.getByText('They have a new name')).toBeVisible();
  const changes = two.page.getByRole('table', { name: 'Потрібна згода двох' });
  await expect(changes.or(two.page.getByRole('list', { name: 'Потрібна згода двох' }))).toContainText('Lantern Gate');
  expect(await findings(two.page)).toEqual([]);
  await two.page.getByRole('button', { name: 'Погодитися й опублікувати' }).click();
  await two.page.getByLabel('Причина').fill('Перевірено');
  await two.page.getByRole('dialog').getByRole('button', { name: 'Погодитися й опублікувати' }).click();
  const edition = async () => (await fetch(`${desk.site.origin}/api/edition`)).text();
  await expect.poll(edition).toContain('Lantern Gate');
  expect(desk.site.laurel('edition', 'import', demoDir, ...because)).toContain('Imported');
});

test('a bad folder is refused with file, line and field, on a phone, in Ukrainian', async ({ colleague, desk }) => {
  const { page } = await colleague('organiser', { width: 390, height: 844, locale: 'uk-UA' });
  await page.goto(`${desk.origin}/edition`);
  const choose = page.getByLabel('Виберіть файл або перетягніть його сюди');
  const files = await demoFolder({
    'edition.yaml': (text) => text.replace(/^supportEmail: .*$/m, 'supportEmail: nobody'),
    'logos/simka.svg': (svg) => svg.replace('<svg', '<svg onload="alert(1)"'),
  });
  await choose.setInputFiles(uploaded(await packed(files)));
  await expect(page.getByText('має бути адресою електронної пошти')).toBeVisible();
  await expect(page.getByText('не може містити обробників подій (onload)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Опублікувати' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);

  await choose.setInputFiles(uploaded(Buffer.from('no zip')));
  await expect(page.getByText('Це не архів zip.')).toBeVisible();
});
