import { readFile } from 'node:fs/promises';
import { passServerTime } from './site/clock.ts';
import { openAccount } from './site/account.ts';
import { castVote, nominees } from './site/ballot.ts';
import { expect, test } from './site/fixtures.ts';
import { enter } from './site/member.ts';
import { english as words } from './site/words.ts';

test.use({ alone: true });

test('x', async ({ page, origin }) => {
  const e = await (await page.request.get('/api/edition')).json();
  console.log(JSON.stringify(e.data.log));
  const member = await openAccount(origin, { phone: true, social: true });
  await enter(page, member);
  await castVote(page, nominees.moonferry);
  await page.screenshot({ path: '/tmp/wt-web-1.png' });
  console.log(JSON.stringify(await page.evaluate(() => ({ ...localStorage }))));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.account(member.user.name) }).click();
  await page.getByRole('button', { name: 'My votes' }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/wt-web-2.png' });
  await passServerTime(origin, 11 * 60_000);
  await page.waitForTimeout(3000);
  console.log(await (await page.request.get(`/log/2025/status`)).text());
  console.log(await (await page.request.get(`/log/2025/checkpoint`)).text());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: words.account(member.user.name) }).click();
  await page.getByRole('button', { name: 'My votes' }).click();
  await page.waitForTimeout(1500);
  await page.getByRole('button', { name: /^Check in the public/ }).click();
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/wt-web-3.png' });
});
