import { GrammyError, HttpError } from 'grammy';
import { describe, expect, it } from 'vitest';
import { failureOf } from './failure.ts';

const refused = (error_code: number, parameters = {}): GrammyError =>
  new GrammyError('Call failed', { ok: false, error_code, description: 'Said so', parameters }, 'sendMessage', {
    chat_id: 7_654_321,
    text: 'a***a@example.org',
  });

describe('a failure of the bot', () => {
  it.each([
    [400, true],
    [401, true],
    [403, true],
    [404, true],
    [409, false],
    [429, false],
    [500, false],
    [502, false],
  ])('of code %i is permanent: %s', (code, permanent) => {
    expect(failureOf(refused(code))).toMatchObject({ permanent, database: false });
  });

  it('has Telegram’s retry_after, up to a limit', () => {
    expect(failureOf(refused(429, { retry_after: 7 })).retryAfterMs).toBe(7_000);
    expect(failureOf(refused(429, { retry_after: 1e9 })).retryAfterMs).toBe(600_000);
    expect(failureOf(refused(429, { retry_after: -1 })).retryAfterMs).toBe(0);
    expect(failureOf(refused(429)).retryAfterMs).toBe(0);
  });

  it('is described without chats, texts and URLs', () => {
    const inner = Object.assign(new Error('request to https://host/bot1:token/getMe failed'), { code: 'ECONNRESET' });
    expect(failureOf(new HttpError("Network request for 'getMe' failed!", inner)).detail).toBe(
      "telegram: Network request for 'getMe' failed! (ECONNRESET)",
    );
    expect(failureOf(refused(403)).detail).toBe('telegram: sendMessage 403 Said so');
  });

  it('is temporary during an outage of the database', () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(failureOf(away)).toMatchObject({ permanent: false, database: true });
  });

  it('is permanent if the thrown value is no error', () => {
    expect(failureOf('thrown text')).toMatchObject({ permanent: true, detail: 'something that is no error' });
  });
});
