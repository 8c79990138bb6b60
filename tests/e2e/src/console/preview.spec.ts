import { expect, type Page } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { pressEnter, test, watch } from './fixtures.ts';

const TABLE = [
  'nomination,niche,tag,name,link,logo,desc_en,desc_uk',
  'best-partner,gambling,late-arrival,Late Arrival,,velvet-key.svg,Only in the draft.,Лише в чернетці.',
].join('\n');

/** Uploads a draft in the console, and makes the address of its preview. */
const share = async (page: Page): Promise<string> => {
  await page.getByRole('link', { name: 'Edition', exact: true }).press('Enter');
  await page.getByLabel('Choose a file, or drop it here').setInputFiles({
    ...{ name: 'nominees.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
  });
  await pressEnter(page.getByRole('button', { name: 'Share a preview' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '1 day', exact: true }).press('Space');
  await pressEnter(dialog.getByRole('button', { name: 'Make the address' }));
  const address = dialog.getByText(/\/preview\//);
  await expect(address).toBeVisible();
  expect(await findings(page)).toEqual([]);
  return (await address.textContent()) ?? '';
};

test('a client sees an editor’s draft on the real page in each phase and language, sends nothing, and loses it when it ends', async ({
  colleague,
  desk,
  browser,
  consoleErrors,
}) => {
  const { page } = await colleague('editor');
  const live = async () => (await fetch(`${desk.site.origin}/api/edition`)).text();
  const before = await live();
  const url = await share(page);

  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  const client = await context.newPage();
  watch(client, consoleErrors);
  const sent: string[] = [];
  client.on('request', (request) => {
    if (request.method() !== 'GET' || new URL(request.url()).pathname.startsWith('/api/')) sent.push(request.url());
  });
  client.on('websocket', (socket) => sent.push(socket.url()));
  await client.goto(url);
  await client.evaluate(() => localStorage.setItem('language', 'uk'));
  const shown = client.frameLocator('iframe');
  const vote = shown.getByRole('button', { name: 'Vote for Late Arrival' });
  await expect(vote).toBeVisible();
  expect(await findings(client)).toEqual([]);

  await vote.press('Enter');
  await shown.getByRole('dialog').getByRole('button', { name: 'Log in' }).press('Enter');
  await shown.getByLabel('Email or phone').fill('ada@example.org');
  await shown.getByLabel('Password', { exact: true }).fill('Correct-horse-9');
  await shown.getByRole('dialog').getByRole('button', { name: 'Log in' }).press('Enter');
  await expect(shown.getByText('This is a preview: nothing is sent.')).toBeVisible();

  await client.getByRole('radio', { name: 'Winners' }).press('Space');
  await expect(shown.getByRole('heading', { name: /winners/i }).first()).toBeVisible();
  await client.getByRole('radio', { name: 'UA' }).press('Space');
  await expect(shown.getByRole('heading', { name: /переможц/i }).first()).toBeVisible();
  await expect(client.getByText('Перегляд чернетки')).toBeVisible();
  await client.getByRole('radio', { name: 'Телефон' }).press('Space');
  expect((await client.locator('iframe').boundingBox())?.width).toBe(360);
  await expect(client).toHaveURL(`${url}?phase=announced&lang=uk`);
  expect(await findings(client)).toEqual([]);
  await client.setViewportSize({ width: 360, height: 740 });
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(sent).toEqual([]);
  expect(await client.evaluate(() => Object.keys(localStorage))).toEqual(['language']);
  expect(await live()).toBe(before);

  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'End it' }));
  await expect(page.getByText('The preview is ended')).toBeVisible();
  expect((await fetch(url)).status).toBe(404);
  await client.reload();
  await expect(client.getByRole('heading', { name: 'Цей перегляд завершено' })).toBeVisible();
  await context.close();
});
