import { SMS_CODE_TTL_MS, SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../lib/stored.ts';
import { beginSession, useSession } from '../../session/store.ts';
import { stubWindow } from '../../testing/browser-storage.ts';
import { cleanUp } from '../../testing/clean-up.ts';
import { refusal } from '../../testing/failures.ts';
import { stubApi } from '../../testing/fake-api.ts';
import { ADA } from '../../testing/voter.ts';
import { readRequest, requestPhoneCode } from './api.ts';

const NOW = new Date('2025-11-20T18:00:00Z').getTime();

let api: ReturnType<typeof stubApi>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('navigator', { userAgent: 'Test/1.0' });
  stubWindow();
  beginSession('a.b.c', ADA);
  api = stubApi(
    {
      'POST /users/request-phone-verify': { body: { success: true, data: { code: 'request-1' } } },
    },
    () => 'a.b.c',
  );
});
afterEach(cleanUp);

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
    api.answers['POST /users/request-phone-verify'] = refusal('phone.hourly');
    await expect(requestPhoneCode({ phoneNumber: '+380501234567' })).rejects.toMatchObject({ code: 'phone.hourly' });
    expect(readRequest(NOW)).toEqual({ requestKey: undefined, timerEnd: undefined });
    expect(useSession.getState().user).toEqual(ADA);
  });
});
