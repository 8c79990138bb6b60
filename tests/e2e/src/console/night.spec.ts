import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { findings } from '../site/axe.ts';
import { runUntil } from '../site/clock.ts';
import { test } from './fixtures.ts';

test('Tonight shows the night on a phone, in one column, and names the leak', async ({ colleague, desk }) => {
  const { page } = await colleague('owner', { width: 390, height: 844, locale: 'uk-UA' });
  await page.goto(`${desk.origin}/tonight?span=all`);
  await expect(page.getByText(/^Тут зупинилися \d+\s—/)).toBeVisible();
  await expect(page.getByText('20 000')).toBeVisible();
  await expect(page.getByRole('link', { name: 'імен в Instagram чекає' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('radio', { name: /15\sхвилин/ }).press('Space');
  await expect(page).toHaveURL(/span=quarter/);
});

test('Tonight leaves no card alone in its row on a laptop, however many wait for a decision', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('auditor', { width: 1280 });
  await page.goto(`${desk.origin}/tonight`);
  await expect(page.locator('canvas')).toBeVisible();
  const cards = page.getByRole('region', { name: 'Votes a minute', exact: true }).locator('xpath=..');
  const rows = await cards.evaluate((shown) => {
    const copy = shown.cloneNode(true);
    if (!(copy instanceof Element && shown.firstElementChild)) return [];
    shown.after(copy);
    const card = shown.firstElementChild;
    return [6, 7, 8, 9].map((count) => {
      copy.replaceChildren(...Array.from({ length: count }, () => card.cloneNode(true)));
      const tops = [...copy.children].map((each) => each.getBoundingClientRect().top);
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
  });
  expect(rows).toEqual([
    [3, 3],
    [4, 3],
    [4, 4],
    [5, 4],
  ]);
});

test('Tonight keeps its numbers, with their time, while the server is away', async ({ colleague, consoleErrors }) => {
  const { page } = await colleague('auditor');
  await expect(page.getByText('20,000')).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  const notice = page.getByText('No connection to the server');
  await runUntil(page, () => notice.isVisible(), true, 1_000);
  await expect(page.getByText(/No connection to the server\. These numbers are from/)).toBeVisible();
  await expect(page.getByText('20,000')).toBeVisible();
  await page.unroute('**/api/**');
  await runUntil(page, () => notice.count(), 0, 1_000);
  // What the browser says about requests that were cut off.
  const aborted = consoleErrors.splice(0);
  expect(new Set(aborted)).toEqual(new Set(['console: Failed to load resource: net::ERR_FAILED']));
});

test('the results say that they are interim, and a category is found by a nominee', async ({ colleague }) => {
  const { page } = await colleague('auditor');
  await page.getByRole('link', { name: 'Results' }).click();
  await expect(page.getByText('interim', { exact: true })).toBeVisible();
  const tables = page.getByRole('table');
  await expect(tables.first()).toBeVisible();
  const all = await tables.count();
  await page.getByLabel('Find a category').fill('verdant');
  await expect(page).toHaveURL(/find=verdant/);
  expect(await tables.count()).toBeLessThan(all);
  await page.reload();
  await expect(page.getByLabel('Find a category')).toHaveValue('verdant');
  expect(await findings(page)).toEqual([]);
});

test('the result is printed on white A4 pages, without the navigation, and saved for a spreadsheet', async ({
  colleague,
  desk,
}) => {
  const { page } = await colleague('auditor');
  // The other tests of this worker need the voting to stay open.
  await page.route('**/api/results', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), final: true } });
  });
  await page.goto(`${desk.origin}/results`);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Winners as CSV' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  expect(saved).toMatch(/^\uFEFFNomination,Category,Place,Nominee,/);

  await page.getByRole('link', { name: 'Sheet to print' }).click();
  await expect(page.getByRole('heading', { name: 'All results' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width: 794 - 2 * 53, height: 1123 });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wider).toBeLessThanOrEqual(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox \[0 0 (594|595)[.\d]* (841|842)[.\d]*\]/);
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(1);
});

test('the console shows the cost of text messages, and sends a failed message again', async ({ colleague, desk }) => {
  const { rows } = await desk.database.query<{ id: string }>(
    `INSERT INTO messages (id, account_id, kind, purpose, provider, state, tries, problem, created_at, tried_at)
     SELECT gen_random_uuid(), id, 'mail', 'social_approved', 'smtp', 'failed', 1, 'smtp: 451 try later', now(), now()
       FROM accounts ORDER BY id LIMIT 1 RETURNING id`,
  );
  await desk.database.query(
    `SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 hour', job_key => $1, max_attempts => 1)`,
    [rows[0]?.id],
  );
  const { page } = await colleague('support');
  await page.getByRole('link', { name: /^Messages/ }).click();
  await page.getByRole('tab', { name: 'Sums and cost' }).click();
  await expect(page.getByText(/^€\d+\.\d\d$/).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);

  await page.getByRole('tab', { name: 'List' }).click();
  await page.getByLabel('State').selectOption('failed, is tried again');
  await expect(page).toHaveURL(/state=failed/);
  await page.getByRole('button', { name: 'Send again: Instagram name approved' }).click();
  await page.getByLabel('Why').fill('The provider works again');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The message is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again: Instagram name approved' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

test('a test mail arrives, and its address is kept nowhere', async ({ colleague, desk }) => {
  const { page } = await colleague('organiser');
  await page.goto(`${desk.origin}/messages`);
  await page.getByRole('button', { name: 'Send a test message' }).click();
  await page.getByLabel('Your email address').fill('organiser@awards.example');
  await page.getByLabel('Why').fill('Before the opening');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/^The test message is queued/)).toBeVisible();
  await page.getByRole('button', { name: 'Send a test message' }).waitFor();
  const state = async () =>
    (await desk.database.query(`SELECT state FROM messages WHERE purpose = 'test'`)).rows.map((row) => row.state);
  await expect.poll(state).toEqual(['sent']);
  const { rows } = await desk.database.query(
    `SELECT count(*)::int AS found FROM (SELECT m::text AS t FROM messages m UNION ALL SELECT a::text FROM audit_entries a) x
      WHERE t LIKE '%awards.example%'`,
  );
  expect(rows).toEqual([{ found: 0 }]);
});

test('the audit log is filtered and exported with the passkey, and the export is in it', async ({
  colleague,
  desk,
}) => {
  const { page, name } = await colleague('auditor');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByLabel('Person').selectOption({ label: name });
  await expect(page.getByRole('cell', { name: 'Accepted an invitation' })).toBeVisible();
  await expect(page).toHaveURL(/person=/);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Why').fill('For the archive');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  const file = await (await download).path();
  const [names, ...entries] = readFileSync(file, 'utf8').trimEnd().split('\r\n');
  expect(names).toBe('id,at,person,place,action,subject,reason,detail');
  expect(entries).not.toEqual([]);
  expect(entries.filter((entry) => !entry.includes(`,${name},console,`))).toEqual([]);
  const { rows } = await desk.database.query(
    `SELECT actor, reason FROM audit_entries WHERE action = 'audit.export' AND actor = $1`,
    [`${name} (console)`],
  );
  expect(rows).toEqual([{ actor: `${name} (console)`, reason: 'For the archive' }]);
  expect(await findings(page)).toEqual([]);
});
