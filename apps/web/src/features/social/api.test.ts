import { TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../lib/stored.ts';
import { beginSession } from '../../session/store.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { readTelegramLink, requestTelegramLink, submitInstagram } from './api.ts';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const LINK = 'https://t.me/laurel_awards_bot?start=event-1';

let kept: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  kept = stubWindow().local;
  const expiresAt = '2030-01-01T00:00:00.000Z';
  stubApi({
    'GET /users/verification/telegram-link': {
      body: { success: true, data: { code: 'event-1', link: LINK, expiresAt } },
    },
    'POST /users/verification': { body: { success: true, data: { identifier: 'event-2', proofCode: 'K7M2QX' } } },
  });
});
afterEach(cleanUp);

it('SO-04 a link to the bot is valid for 30 minutes by this browser’s clock, and is then removed', async () => {
  expect(await requestTelegramLink()).toEqual({ eventId: 'event-1', proofCode: undefined });
  const expiresAt = NOW + TELEGRAM_LINK_TTL_MS;
  expect(readTelegramLink(expiresAt - 1)).toEqual({ link: LINK, expiresAt });
  expect(readTelegramLink(expiresAt)).toBeUndefined();
  expect(stored.telegramLink.read()).toBeUndefined();
});

describe('SO-01 an Instagram name', () => {
  it('replaces a link, is stored for support, and its code is not stored', async () => {
    await requestTelegramLink();
    stored.signupData.write({ name: 'Ada' });
    expect(await submitInstagram('ada.lovelace')).toEqual({ eventId: 'event-2', proofCode: 'K7M2QX' });
    expect(stored.telegramLink.read()).toBeUndefined();
    expect(stored.signupData.read()).toEqual({ name: 'Ada', instagram: 'ada.lovelace' });
    expect(JSON.stringify([...kept])).not.toContain('K7M2QX');
  });

  it('is stored with the address of its account, not with the values that somebody else typed before', async () => {
    stored.signupData.write({ name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' });
    beginSession('a.b.c', { name: 'Ben', email: 'ben@example.org', phoneNumber: null });
    await submitInstagram('ben');
    expect(stored.signupData.read()).toEqual({ email: 'ben@example.org', instagram: 'ben' });
  });
});
