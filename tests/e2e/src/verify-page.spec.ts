// verify.html, opened from the disk, as an auditor does. What it finds is tested in tests/verifiers, with the same code.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from '@laurel/verifiers-tests/case';
import { FAULTS } from '@laurel/verifiers-tests/faults';
import { goodCase } from '@laurel/verifiers-tests/good';
import { writeLargeBundle } from '@laurel/verifiers-tests/large';
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

test('an honest bundle that is dropped holds, in a look that everybody can read, without any network', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { requests, errors } = await open(page);
  const need = page.getByText('Now add the bundle');
  await page
    .locator('#input')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(need).toBeVisible();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(need).toBeHidden();
  const whole = await goodCase();
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped'));
    return transfer;
  }, whole.bundle);
  await page.dispatchEvent('body', 'drop', { dataTransfer: dropped });
  const verdict = page.locator('#verdict');
  await expect(verdict).toHaveAttribute('data-state', 'holds');
  await expect(page.locator('#key-value')).not.toBeEmpty();
  // With the key and what people kept.
  await give(page, whole);
  await expect(verdict).toHaveAttribute('data-state', 'holds');
  await expect(page.locator('#key-value')).toBeEmpty();
  await expect(verdict).toContainText('60 votes');
  await expect(page.locator('table')).toHaveCount(3);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings(page), colorScheme).toEqual([]);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  expect(errors).toEqual([]);
  expect(requests.filter((address) => !/^(file|blob):/.test(address))).toEqual([]);
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

test('a forged bundle fails, and what is no bundle can’t be checked, in both languages', async ({ page }) => {
  const [fault] = FAULTS;
  if (!fault) throw new Error('no fault is planted');
  await open(page);
  await give(page, await fault.make());
  const verdict = page.locator('#verdict');
  const codes = await page.locator('#list li').evaluateAll((all) => all.map((item) => item.getAttribute('data-code')));
  expect([...new Set(codes)].sort()).toEqual(fault.finds.toSorted());
  await expect(verdict).toHaveAttribute('data-state', 'fails');
  await expect(page.locator('#aside')).toBeHidden();
  await page.getByRole('button', { name: 'Start again' }).click();
  await give(page, { bundle: 'Dear auditors' });
  await expect(verdict).toHaveAttribute('data-state', 'bad');
  await expect(verdict).toContainText('It can’t be checked');
  await page.getByRole('button', { name: 'Українська' }).click();
  await expect(verdict).toContainText('Перевірити не вдалося');
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
});

test('a large bundle is checked while the page answers', async ({ page }) => {
  const path = join(folder, 'large.jsonl');
  await writeLargeBundle(path, 100_000);
  await open(page);
  await page.locator('#input').setInputFiles(path);
  await expect(page.locator('#count')).toContainText('leaves read');
  await page.getByRole('button', { name: 'Українська' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'uk');
  await expect(page.locator('#verdict')).toHaveAttribute('data-state', 'holds');
});
