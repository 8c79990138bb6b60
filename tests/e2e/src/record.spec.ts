import { randomBytes } from 'node:crypto';
import { signCheckpoint } from '@laurel/tlog/checkpoint';
import { signerOf } from '@laurel/tlog/node';
import { formatVerifierKey } from '@laurel/tlog/note';
import type { Page } from '@playwright/test';
import { openAccount } from './site/account.ts';
import { findings } from './site/axe.ts';
import { castVote, nominees } from './site/ballot.ts';
import { holdClock, passServerTime } from './site/clock.ts';
import { savedBy } from './site/counter.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { storedIn } from './site/refusals.ts';
import { RUNS } from './site/runs.ts';
import { MANY_VOTERS } from './site/server.ts';
import { showIn } from './site/show-in.ts';
import { english as words } from './site/words.ts';

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

const saved = async (page: Page, button: string): Promise<string> =>
  (await savedBy(page, () => page.getByRole('button', { name: button }).click())).content.toString();

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
  for (const [language, width] of RUNS) {
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

// A vote in the public record: in the list of votes, in a receipt, and on the page /record.

/** More than the demo edition's delay, after which votes enter the record. */
const DELAY_MS = 2 * 60_000;
const CHECK_LIMIT_BYTES = 15 * 1024;

const openMyVotes = async (page: Page, member: Member) => {
  await page.getByRole('button', { name: words.account(member.user.name) }).click();
  await page.getByRole('button', { name: 'My votes' }).click();
  return page.getByRole('dialog', { name: 'My votes' });
};

/** Comes as a voter with a vote that is in the record, and opens the list of votes. */
const comeRecorded = async (page: Page, origin: string) => {
  const member = await openAccount(origin, { phone: true, social: true });
  await enter(page, member);
  await castVote(page, nominees.moonferry);
  await expect(page.getByRole('dialog')).toContainText('It will be in the public record soon.');
  await page.keyboard.press('Escape');
  const list = await openMyVotes(page, member);
  // On a slow machine the vote is in it before the list is open.
  await expect(list).toContainText(/Enters the public record within 1 minute|In the public record/);
  await passServerTime(origin, DELAY_MS);
  await expect(list.getByText('In the public record', { exact: true })).toBeVisible();
  return { list, check: list.getByRole('button', { name: /^Check in the public record: .*Dating/ }) };
};

test('a vote is found in the public record with one tap, and its receipt is checked by anyone', async ({
  page,
  origin,
}) => {
  const loading: Promise<readonly [url: string, size: number]>[] = [];
  page.on('requestfinished', (request) => {
    const url = request.url();
    if (url.endsWith('.js')) loading.push(request.sizes().then(({ responseBodySize }) => [url, responseBodySize]));
  });
  const { list, check } = await comeRecorded(page, origin);
  const stored = JSON.stringify(await storedIn(page));
  expect(stored).toContain('c2sp.org/tlog-proof@v1');
  expect(stored, 'the choice is not kept').not.toContain('moonferry');

  const before = new Set((await Promise.all(loading)).map(([url]) => url));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await check.click();
  const verdict = list.getByRole('status').filter({ hasText: 'Your vote is in the public record' });
  await expect(verdict).toContainText('as you cast it');
  for (const fact of [
    'It holds your choice: Moonferry',
    'It has the random number that this browser sent',
    'The record is signed with the organisers’ key',
    'No independent witness watches this record',
  ]) {
    await expect(verdict).toContainText(fact);
  }
  expect(await findings(page)).toEqual([]);
  const calls = asked.filter((path) => path === '/api/vote/receipts' || path.startsWith('/log/'));
  expect(calls.sort()).toEqual(['/api/vote/receipts', '/log/2025/checkpoint']);
  const added = (await Promise.all(loading)).filter(([url]) => !before.has(url));
  expect(added.length).toBeGreaterThan(0);
  expect(added.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(CHECK_LIMIT_BYTES);

  const file = await savedBy(page, () => list.getByRole('button', { name: 'Save the receipt' }).click());
  expect(file.name).toBe('vote-best-partner-dating.tlog-proof');
  const receipt = file.content.toString();
  expect(receipt).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /);

  await list.getByRole('link', { name: 'About the public record' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public record of the votes');
  await expect(page.locator('#browser')).toContainText('Nothing is missing or changed');
  const outcome = page.locator('#outcome');
  await page
    .locator('#receipt')
    .setInputFiles({ name: 'vote.tlog-proof', mimeType: 'text/plain', buffer: Buffer.from(receipt) });
  await expect(outcome).toContainText('is in the record, and the record is signed with its key.');
  await expect(outcome).toContainText('Best Affiliate Program: Dating');
  expect(await findings(page)).toEqual([]);
});
