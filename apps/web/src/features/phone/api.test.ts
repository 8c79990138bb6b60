import { SMS_CODE_TTL_MS, SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStorage } from '../../lib/storage.ts';
import { stored } from '../../lib/stored.ts';
import { beginSession, endSession, useSession } from '../../session/store.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { refusalBody } from '../../testing/failures.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { confirmPhoneCode, readRequest, requestPhoneCode, requireConfirmed } from './api.ts';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();
const ADA = { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  stubWindow();
  beginSession('a.b.c', ADA);
  api = stubApi(
    {
      'POST /users/request-phone-verify': { body: { success: true, data: { code: 'request-1' } } },
      'POST /users/confirm-phone-verify': { body: { success: true, data: { verified: true } } },
      'GET /users/check-phone': { body: { success: true, data: { verified: true } } },
    },
    () => 'a.b.c',
  );
});
afterEach(() => {
  // The loader hides 600 ms after a call, and would otherwise still show in the next tests.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  endSession();
  clearStorage();
  vi.unstubAllGlobals();
});

describe('a code by SMS', () => {
  it('PH-02 is requested, and its key and the end of its cooldown are stored', async () => {
    await requestPhoneCode({});
    expect(readRequest(NOW)).toEqual({ requestKey: 'request-1', timerEnd: NOW + SMS_COOLDOWN_MS });
    // The key expires with the code.
    expect(readRequest(NOW + SMS_CODE_TTL_MS - 1).requestKey).toBe('request-1');
    expect(readRequest(NOW + SMS_CODE_TTL_MS).requestKey).toBeUndefined();
    expect(stored.requestKey.read()).toBeUndefined();
  });

  it('to another number changes the account’s number', async () => {
    await requestPhoneCode({ phoneNumber: '+380501234567', otpCode: '123456' });
    expect(api.requests.at(-1)?.body).toEqual({ phoneNumber: '+380501234567', otpCode: '123456' });
    expect(useSession.getState().user).toEqual({ ...ADA, phoneNumber: '+380501234567' });
  });

  it('changes nothing if the request is refused', async () => {
    api.answers['POST /users/request-phone-verify'] = { status: 429, body: refusalBody('phone.hourly') };
    await expect(requestPhoneCode({ phoneNumber: '+380501234567' })).rejects.toMatchObject({ code: 'phone.hourly' });
    expect(readRequest(NOW)).toEqual({ requestKey: undefined, timerEnd: undefined });
    expect(useSession.getState().user).toEqual(ADA);
  });

  it('PH-05 is confirmed with its key, which is removed then, and stays after a wrong code', async () => {
    await requestPhoneCode({});
    api.answers['POST /users/confirm-phone-verify'] = { status: 400, body: refusalBody('phone_code.wrong') };
    await expect(confirmPhoneCode('000000')).rejects.toMatchObject({ code: 'phone_code.wrong' });
    expect(stored.requestKey.read()).toBe('request-1');
    api.answers['POST /users/confirm-phone-verify'] = { body: { success: true, data: { verified: true } } };
    await confirmPhoneCode('123456');
    expect(api.requests.at(-1)?.body).toEqual({ requestKey: 'request-1', code: '123456' });
    expect(stored.requestKey.read()).toBeUndefined();
  });

  it('ER-05 drops its key if the phone is confirmed, even after a lost response', async () => {
    await requestPhoneCode({});
    await requireConfirmed();
    expect(stored.requestKey.read()).toBeUndefined();
  });
});
