import { freePort } from '@laurel/database/free-port';
import { startTestApi, type TestApi } from '@laurel/support/harness';
import { isVerified, logOf, newcomer, telegramLinkOf } from '@laurel/support/social';
import { connectStomp } from '@laurel/support/stomp';
import { BOT_TOKEN, type BotApi, startBotApi } from '@laurel/support/telegram/bot-api';
import { messageTo, pressButton } from '@laurel/support/telegram/setup';
import { until } from '@laurel/support/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Voter } from '../../rehearsal/voters.ts';
import { BOT_TEXTS } from './texts.ts';

const { en } = BOT_TEXTS;

describe.each(['polling', 'webhook'])('a whole API with a real bot by %s', (mode) => {
  let telegram: BotApi;
  let api: TestApi;
  let origin: string;
  beforeAll(async () => {
    telegram = await startBotApi();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    api = await startTestApi({
      PUBLIC_URL: origin,
      TELEGRAM_BOT_TOKEN: BOT_TOKEN,
      TELEGRAM_CHANNEL: '@laurel_awards',
      TELEGRAM_MODE: mode,
      TELEGRAM_API_ROOT: telegram.origin,
    });
  });
  afterAll(async () => {
    await api.close();
    await telegram.close();
  });

  const hasTelegram = (voter: Voter): Promise<boolean> => isVerified(api, voter, 'TELEGRAM_SUBSCRIPTION');
  const becomes = (voter: Voter, verified: boolean): Promise<void> =>
    expect.poll(() => hasTelegram(voter)).toBe(verified);

  it('SO-04 returns no link until Telegram was reached, then the bot’s start link with the code', async () => {
    const voter = await newcomer(api);
    const early = await api.get('/users/verification/telegram-link', { token: voter.token });
    expect([early.statusCode, early.headers['retry-after'], early.json().code]).toEqual([
      503,
      '5',
      'server.unavailable',
    ]);

    await api.app.listen({ port: Number(new URL(origin).port), host: '127.0.0.1' });
    await api.deps.start();
    await until(
      'the bot to listen',
      () => telegram.calls.includes('getUpdates') || telegram.queue.webhook !== undefined,
    );
    const { link, code, expiresAt } = await telegramLinkOf(api, voter);
    expect(link).toBe(`https://t.me/laurel_test_bot?start=${code}`);
    expect(Date.parse(expiresAt) - api.clock.now().getTime()).toBe(1_800_000);
  });

  it('SO-09 SO-08 RT-01 verifies a user who confirms and is a member, and follows the membership', async () => {
    const voter = await newcomer(api);
    const ada = { id: 5_000_000_001 };
    const { code } = await telegramLinkOf(api, voter);
    const peer = await connectStomp(origin, '1.2');
    await peer.subscribe(`/topic/chat/${code}`);
    const isTold = (status: string): Promise<boolean> =>
      until(
        `the status ${status}`,
        () => peer.messages.at(-1)?.body === JSON.stringify({ verificationStatus: status }),
      );
    await isTold('IN_PROGRESS');

    telegram.say(ada, `/start ${code}`);
    const message = await messageTo(telegram, ada);
    expect(message.text).toMatch(/The .+ account v\*\*\*\w@e\*\*\*\.org wants to connect your Telegram/);
    expect(await hasTelegram(voter)).toBe(false);

    pressButton(telegram, ada, message);
    await until('the message to change', () => message.text === en.notSubscribed);
    expect(await hasTelegram(voter)).toBe(false);
    await isTold('RETRY');

    telegram.setMember(ada, 'member');
    pressButton(telegram, ada, message);
    await until('the message to change', () => message.text === en.verified(origin));
    expect(await hasTelegram(voter)).toBe(true);
    expect(await logOf(api, voter, code)).toEqual(['IN_PROGRESS', 'RETRY', 'VERIFIED']);
    await isTold('VERIFIED');

    telegram.setMember(ada, 'left');
    await becomes(voter, false);
    await isTold('NOT_VERIFIED');
    telegram.setMember(ada, 'member');
    await becomes(voter, true);
    await isTold('VERIFIED');
    await peer.close();
  });
});
