import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openAccount } from './site/account.ts';
import { findings } from './site/axe.ts';
import { castVote, nominees } from './site/ballot.ts';
import { passServerTime } from './site/clock.ts';
import { expect, test } from './site/fixtures.ts';
import { enter, type Member } from './site/member.ts';
import { storedIn } from './site/refusals.ts';
import { english as words } from './site/words.ts';

// A vote in the public record: in the list of votes, in a receipt, and on the page /record.

test.use({ alone: true });

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

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: 'Save the receipt' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('vote-best-partner-dating.tlog-proof');
  const receipt = await readFile(await file.path(), 'utf8');
  expect(receipt).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /);

  await list.getByRole('link', { name: 'About the public record' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Public record of the votes');
  await expect(page.locator('#browser')).toContainText('Nothing is missing or changed');
  const choose = (name: string, text: string) =>
    page.locator('#receipt').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const outcome = page.locator('#outcome');
  await choose('vote.tlog-proof', receipt);
  await expect(outcome).toContainText('is in the record, and the record is signed with its key.');
  await expect(outcome).toContainText('Best Affiliate Program: Dating');
  expect(await findings(page)).toEqual([]);
  await choose('cut.tlog-proof', receipt.slice(0, 300));
  await expect(outcome).toContainText('This file is not a receipt, or it is cut off.');
  const index = /^index (\d+)$/m.exec(receipt)?.[1] ?? '';
  await choose('moved.tlog-proof', receipt.replace(`index ${index}`, `index ${Number(index) - 1}`));
  await expect(outcome).toContainText('This receipt does not lead to the record');
  await choose('bundle.jsonl', '{"format":"laurel/bundle/v1"}\n');
  await expect(outcome).toContainText('This is an auditors’ bundle.');
  for (const name of ['verify.html', 'verify.py']) {
    const answer = await page.request.get(`/record/${name}`);
    expect([name, answer.status(), answer.headers()['content-disposition']]).toEqual([
      name,
      200,
      `attachment; filename="${name}"`,
    ]);
  }
});
