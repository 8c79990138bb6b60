import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { signerOf } from '@laurel/tlog/node';
import { formatVerifierKey } from '@laurel/tlog/note';
import type { Page } from '@playwright/test';
import { findings } from './site/axe.ts';
import { holdClock } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { MANY_VOTERS } from './site/server.ts';
import { showIn } from './site/show-in.ts';

// A site that contradicts what a browser saw before. The test has the log's key, as the organisers have.

const KEY = randomBytes(32);
test.use({ variables: { ...MANY_VOTERS, LOG_KEY: KEY.toString('base64') } });

/** The code of the comparison loads within this time after the page, milliseconds. */
const WATCH_MS = 61_000;

/** Makes the browser remember another history of the same length, signed with the log's key. */
const rememberAnother = async (page: Page): Promise<string> => {
  const { data } = await (await page.request.get('/api/edition')).json();
  const signer = await signerOf(new Uint8Array(KEY), data.log.origin);
  expect(formatVerifierKey(signer.key)).toBe(data.log.verifierKey);
  await expect.poll(async () => (await page.request.get('/log/2025/checkpoint')).status()).toBe(200);
  const [, size = ''] = (await (await page.request.get('/log/2025/checkpoint')).text()).split('\n');
  const note = await signCheckpoint(signer, { size: Number(size), root: new Uint8Array(randomBytes(32)) });
  const kept = { verifierKey: data.log.verifierKey, note, comparedAt: 0, doubtfulSince: 0 };
  await page.evaluate((value) => localStorage.setItem('keptCheckpoint', value), JSON.stringify(kept));
  return note;
};

const saved = async (page: Page, button: string): Promise<string> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return readFile(await file.path(), 'utf8');
};

test('an open page finds a record that was rewritten, says so calmly, and hands out both states', async ({ page }) => {
  await holdClock(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/');
  const kept = await rememberAnother(page);
  await page.reload();
  await page.clock.fastForward(20_000);
  // Nothing is asked or loaded while the page is new.
  expect(asked.filter((path) => path.startsWith('/log/') || path.includes('/record-'))).toEqual([]);
  await page.clock.fastForward(WATCH_MS);
  const banner = page.getByRole('alert').filter({ hasText: 'The record was rewritten' });
  await expect(banner).toContainText('send them to the organisers and to a witness');
  expect(await findings(page)).toEqual([]);
  for (const [language, width] of [
    ['en', 1440],
    ['uk', 360],
    ['en', 768],
  ] as const) {
    await showIn(page, language, width);
    const box = await page.getByRole('alert').boundingBox();
    expect(box?.height).toBeLessThan(600);
  }
  expect(await saved(page, 'Save what this browser saw')).toBe(kept);
  expect(await saved(page, 'Save what the site showed')).toMatch(/^localhost\/log\/2025\n/);
  await page.getByRole('button', { name: 'Hide for now' }).click();
  await expect(banner).toHaveCount(0);

  await page.goto('/record?lang=en');
  const browser = page.locator('#browser');
  await expect(browser).toContainText('The record contradicts what your browser saw before.');
  expect(await saved(page, 'Save what this browser saw')).toBe(kept);
  await page.getByRole('button', { name: 'Forget this and begin again' }).click();
  await expect(browser).toContainText('Your browser sees this record for the first time.');
});
