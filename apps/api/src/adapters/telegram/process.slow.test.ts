import { freePort } from '@laurel/database/free-port';
import { createTestDatabase, type TestDatabase } from '@laurel/database/testing';
import { startServerProcess } from '@laurel/support/process';
import { BOT_TOKEN, startBotApi } from '@laurel/support/telegram/bot-api';
import { messageTo } from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareDatabase } from '../../wiring/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await prepareDatabase({ appUrl: database.url, migrateUrl: database.migrateUrl });
});
afterAll(() => database.drop());

const start = (apiRoot: string) =>
  startServerProcess({
    DATABASE_URL: database.url,
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_CHANNEL: '@laurel_awards',
    TELEGRAM_API_ROOT: apiRoot,
  });

it('a server starts, serves and stops without Telegram, and counts the failures', async () => {
  const server = await start(`http://127.0.0.1:${await freePort()}`);
  expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
  await expect
    .poll(async () => (await fetch(`${server.origin}/metrics`)).text())
    .toMatch(/laurel_adapter_failures_total\{adapter="telegram",permanent="false"\} [1-9]/);
  expect(await server.stop('SIGTERM')).toBe(0);
});

it('two servers share one bot without conflicts, and the second continues when the first is killed', async () => {
  const telegram = await startBotApi();
  const first = await start(telegram.origin);
  await until('the bot to listen', () => telegram.calls.includes('getUpdates'));
  const second = await start(telegram.origin);
  telegram.say({ id: 1 }, '/help');
  await messageTo(telegram, { id: 1 });
  expect(telegram.queue.conflicts()).toBe(0);

  await first.stop('SIGKILL');
  telegram.say({ id: 2 }, '/help');
  await expect.poll(() => telegram.chatOf(2).length).toBe(1);
  expect(telegram.queue.conflicts()).toBe(0);
  expect(await second.stop('SIGTERM')).toBe(0);
  await until('every update to be handled', () => telegram.queue.pending === 0);
  await telegram.close();
});
