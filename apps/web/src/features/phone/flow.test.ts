import { describe, expect, it } from 'vitest';
import { connectionLost } from '../../lib/failure.ts';
import { refused } from '../../testing/failures.ts';
import {
  afterConfirmFailure,
  afterRequestFailure,
  cooldownEnd,
  cooldownLeft,
  isKeyAlive,
  mayBeConfirmed,
  mayBeSent,
  mayRequest,
  openingStep,
  openKey,
} from './flow.ts';

const SENT = Date.parse('2025-11-20T18:00:00Z');
const MINUTE = 60_000;
/** The stored request after a code was sent: the cooldown ends two minutes later. */
const request = { requestKey: 'key', timerEnd: SENT + 2 * MINUTE };
const nothing = { requestKey: undefined, timerEnd: undefined };

describe('the cooldown', () => {
  it('runs down from two minutes, and never shows more', () => {
    expect(cooldownLeft(request, SENT)).toBe(2 * MINUTE);
    expect(cooldownLeft(request, SENT - 500)).toBe(2 * MINUTE);
    expect(cooldownLeft(request, SENT + MINUTE)).toBe(MINUTE);
    expect(cooldownLeft(request, SENT + 3 * MINUTE)).toBe(0);
    expect(cooldownLeft(nothing, SENT)).toBe(0);
  });

  it('is read from the server’s error', () => {
    const failure = refused('phone.cooldown', { metadata: { retryAfterSeconds: 42 } });
    expect(cooldownEnd(failure, SENT)).toBe(SENT + 42_000);
    expect(cooldownEnd(refused('phone.hourly'), SENT)).toBeUndefined();
  });
});

describe('a request', () => {
  it('PH-02 is blocked while a key is stored or the cooldown runs', () => {
    expect(mayRequest(nothing, SENT)).toBe(true);
    expect(mayRequest(request, SENT + MINUTE)).toBe(false);
    expect(mayRequest(request, SENT + 5 * MINUTE)).toBe(false);
    expect(mayRequest({ ...request, requestKey: undefined }, SENT + MINUTE)).toBe(false);
    expect(mayRequest({ ...request, requestKey: undefined }, SENT + 2 * MINUTE)).toBe(true);
  });

  it('PH-02 is valid for ten minutes, during which the modal opens at its code', () => {
    expect(isKeyAlive(request, SENT + 10 * MINUTE - 1)).toBe(true);
    expect(isKeyAlive(request, SENT + 10 * MINUTE)).toBe(false);
    expect(openingStep(request, SENT + MINUTE)).toBe('code');
    expect(openingStep(request, SENT + 10 * MINUTE)).toBe('ask');
    expect(openingStep(nothing, SENT)).toBe('ask');
  });
});

describe('a refusal', () => {
  it('of a request asks for the second factor once, or reports a verified phone', () => {
    expect(afterRequestFailure(refused('otp.invalid'), false)).toBe('twoFactor');
    expect(afterRequestFailure(refused('otp.invalid'), true)).toBe('stay');
    expect(afterRequestFailure(refused('phone.already_verified'), false)).toBe('verified');
    expect(afterRequestFailure(refused('phone.daily'), false)).toBe('stay');
    expect(afterRequestFailure(connectionLost(), false)).toBe('stay');
  });

  it('by a limit may have the key of the code that is still valid', () => {
    for (const code of ['phone.cooldown', 'phone.hourly', 'phone.daily'] as const) {
      expect(openKey(refused(code, { data: { code: 'key' } }))).toBe('key');
      expect(openKey(refused(code))).toBeUndefined();
    }
    expect(openKey(refused('login.email_unverified', { data: { code: 'key' } }))).toBeUndefined();
  });

  it('ER-05 of a request is uncertain without the server’s own response', () => {
    expect(mayBeSent(connectionLost())).toBe(true);
    expect(mayBeSent(refused('server.error'))).toBe(true);
    expect(mayBeSent(refused('server.unavailable'))).toBe(false);
    expect(mayBeSent(refused('phone.hourly'))).toBe(false);
  });

  it('of a code allows a retry or a new request, or ends the step', () => {
    expect(afterConfirmFailure(refused('phone_code.wrong'))).toBe('stay');
    expect(afterConfirmFailure(connectionLost())).toBe('stay');
    expect(afterConfirmFailure(refused('phone_code.attempts'))).toBe('askAgain');
    expect(afterConfirmFailure(refused('phone_code.undeliverable'))).toBe('askAgain');
    expect(afterConfirmFailure(refused('account.phone_taken'))).toBe('askAgain');
    expect(afterConfirmFailure(refused('phone_code.expired'))).toBe('expired');
  });

  it('ER-05 of a code is uncertain if its response or an earlier one may have been lost', () => {
    expect(mayBeConfirmed(connectionLost())).toBe(true);
    expect(mayBeConfirmed(refused('phone_code.expired'))).toBe(true);
    expect(mayBeConfirmed(refused('phone_code.wrong'))).toBe(false);
    expect(mayBeConfirmed(refused('server.error'))).toBe(false);
  });
});
