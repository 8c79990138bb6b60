import {
  GATEWAY_TOKEN,
  gatewayReport,
  startTelegramGateway,
  type TelegramGateway,
} from '@laurel/support/telegram-gateway';
import type { Locator, Page } from '@playwright/test';
import { openMissingStep } from './site/ballot.ts';
import { holdClock, passTime } from './site/clock.ts';
import { test as base, expect } from './site/fixtures.ts';
import { enter, newMember } from './site/member.ts';
import { ignoreRefusals } from './site/refusals.ts';
import { MANY_VOTERS } from './site/server.ts';
import { timeAt } from './site/voter.ts';
import { english as words } from './site/words.ts';

const BY_SMS = 'Send it by SMS instead';
const BY_TELEGRAM = 'Enter the code from Telegram';

const test = base.extend<object, { gateway: TelegramGateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const gateway = await startTelegramGateway();
      await use(gateway);
      await gateway.close();
    },
    { scope: 'worker' },
  ],
  variables: [
    ({ gateway }, use) =>
      use({
        ...MANY_VOTERS,
        PHONE_CODE_CHANNELS: 'telegram,sms',
        TELEGRAM_GATEWAY_TOKEN: GATEWAY_TOKEN,
        TELEGRAM_GATEWAY_API_ROOT: gateway.url,
      }),
    { scope: 'worker' },
  ],
});

/** Goes to the phone step, and asks for a code. */
const askForCode = async (page: Page): Promise<Locator> => {
  const dialog = page.getByRole('dialog');
  await openMissingStep(page, words);
  await dialog.getByRole('button', { name: words.send }).click();
  await expect(dialog.getByRole('heading', { name: BY_TELEGRAM })).toBeVisible();
  return dialog;
};

test('PH-01 a number without Telegram gets the code as a text message, with one tap and only once', async ({
  page,
  site,
  gateway,
  consoleErrors,
}) => {
  const member = await newMember(site.origin, 'Joan Clarke');
  gateway.unreachable.add(member.person.phoneNumber);
  await enter(page, member);
  const dialog = await askForCode(page);
  await expect(dialog.getByText('The code could not be delivered')).toBeVisible();
  const since = await timeAt(site.origin);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/request-phone-verify')) asked.push(request.postData() ?? '');
  });
  await dialog.getByRole('button', { name: BY_SMS }).dblclick();
  await expect(dialog.getByText('We sent the code.')).toBeVisible();
  const code = await member.client.codeSentTo(member.person.phoneNumber, since);
  expect(asked).toHaveLength(1);
  await dialog.getByLabel(words.smsCode, { exact: true }).fill(code);
  await expect(dialog.getByText('Your phone is confirmed.')).toBeVisible();
  ignoreRefusals(consoleErrors);
});

test('a code that Telegram refunds can be sent as a text message at once, and the late one still works', async ({
  page,
  site,
  gateway,
  consoleErrors,
}) => {
  const member = await newMember(site.origin, 'Grace Hopper');
  await holdClock(page);
  await enter(page, member);
  const dialog = await askForCode(page);
  await passTime(page, 5_000);
  await expect(dialog.getByRole('button', { name: BY_SMS })).toHaveCount(0);
  await expect.poll(() => gateway.sent.at(-1)?.to).toBe(member.person.phoneNumber);
  const sent = gateway.sent.at(-1);
  const { body, headers } = gatewayReport(sent?.payload ?? '', await timeAt(site.origin));
  const reported = await page.request.post('/api/telegram/gateway', { data: body, headers });
  expect(reported.status()).toBe(200);
  await passTime(page, 5_000);
  await dialog.getByRole('button', { name: BY_SMS }).click();
  await expect(dialog.getByRole('heading', { name: 'Enter the code from the SMS' })).toBeVisible();
  await dialog.getByLabel(words.smsCode, { exact: true }).fill(sent?.code ?? '');
  await expect(dialog.getByText('Your phone is confirmed.')).toBeVisible();
  ignoreRefusals(consoleErrors);
});
