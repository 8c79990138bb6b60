// verify.html, opened from the disk, as an auditor does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Case, goodNight } from '@laurel/verifiers-tests/case';
import { FAULTS } from '@laurel/verifiers-tests/faults';
import { goodCase } from '@laurel/verifiers-tests/good';
import { writeLargeBundle } from '@laurel/verifiers-tests/large';
import { placeOf } from '@laurel/verifiers-tests/night';
import { itemOf } from '@laurel/verifiers-tests/papers';
import { PAGE } from '@laurel/verifiers-tests/run-block';
import { expect, type Page, test } from '@playwright/test';
import { findings } from './site/axe.ts';

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-verify-page-'));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the page and collects every address that it asks for, and every error. */
const open = async (page: Page) => {
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => errors.push(message.text()));
  await page.goto(pathToFileURL(PAGE).href);
  return { requests, errors };
};

/** Hands the files of a case to the page and waits for its verdict. */
const give = async (page: Page, { bundle, papers = [], key, witnesses = [] }: Case): Promise<void> => {
  const keys = [...(key === undefined ? [] : [key]), ...witnesses].join('\n');
  if (keys !== '') {
    const field = page.getByRole('textbox');
    if (!(await field.isVisible())) await page.locator('summary').click();
    await field.fill(keys);
  }
  const files = [{ name: 'bundle.jsonl', text: bundle }, ...papers];
  await page
    .locator('#input')
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) })),
    );
  await expect(page.locator('#verdict')).toBeVisible();
};

const codes = (page: Page, list = '#list'): Promise<(string | null)[]> =>
  page
    .locator(`${list} li`)
    .evaluateAll((items) => [...new Set(items.map((item) => item.getAttribute('data-code')))].sort());

test('holds for a good bundle, shows its numbers, and uses no network', async ({ page }) => {
  const { requests, errors } = await open(page);
  await give(page, await goodCase());
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'holds');
  await expect(page.locator('#verdict')).toContainText('60 votes');
  await expect(page.locator('table')).toHaveCount(3);
  expect(errors).toEqual([]);
  expect(requests.filter((address) => !/^(file|blob):/.test(address))).toEqual([]);
});

// tests/verifiers plants every fault in front of the same code.
test('finds a planted fault', async ({ page }) => {
  const [fault] = FAULTS;
  if (!fault) throw new Error('no fault is planted');
  await open(page);
  await give(page, await fault.make());
  expect(await codes(page)).toEqual(fault.finds.toSorted());
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'fails');
  await expect(page.locator('#aside')).toBeHidden();
});

test('checks the files of several voters that have one name', async ({ page }) => {
  await open(page);
  const item = itemOf(goodNight(), placeOf(5), null);
  const wrong = { name: 'vote.json', kind: 'receipt', text: JSON.stringify({ ...item, vote: 'late-comer' }) } as const;
  const { bundle } = await goodCase();
  await give(page, {
    bundle,
    papers: [wrong, { ...wrong, text: JSON.stringify(itemOf(goodNight(), placeOf(6), null)) }],
  });
  expect([await codes(page), await codes(page, '#aside-list')]).toEqual([[], ['receipt']]);
  await expect(page.locator('#files li')).toContainText(['bundle.jsonl', 'vote.json', 'vote.json (2)']);
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'holds');
});

test('says the verdict in both languages, and can’t send anything', async ({ page }) => {
  await open(page);
  await give(page, { bundle: 'Dear auditors' });
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'bad');
  await expect(page.locator('#verdict')).toContainText('It can’t be checked');
  await page.getByRole('button', { name: 'Українська' }).click();
  await expect(page.locator('#verdict')).toContainText('Перевірити не вдалося');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  // It would be answered, if the page's policy let it go.
  await page.route('https://awards.example/', (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' } }),
  );
  const sent = await page.evaluate(() =>
    fetch('https://awards.example/').then(
      () => 'sent',
      () => 'refused',
    ),
  );
  expect(sent).toBe('refused');
});

test('waits for the bundle, takes files that are dropped, and starts again', async ({ page }) => {
  await open(page);
  const { bundle } = await goodCase();
  await page
    .locator('#input')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(page.getByText('Now add the bundle')).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('Now add the bundle')).toBeHidden();
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped'));
    return transfer;
  }, bundle);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'holds');
});

test('can be read by everybody in its dark and its light look', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  await give(page, await goodCase());
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
});

// It takes 13 seconds on an idle machine of two cores. The limit leaves room for whatever else runs.
test('checks a million votes, and answers meanwhile', async ({ page }) => {
  test.setTimeout(600_000);
  const path = join(folder, 'large.jsonl');
  await writeLargeBundle(path, 1_000_000);
  await open(page);
  await page.locator('#input').setInputFiles(path);
  await expect(page.locator('#count')).toContainText('leaves read');
  await page.getByRole('button', { name: 'Українська' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'holds', { timeout: 240_000 });
});
