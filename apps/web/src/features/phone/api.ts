import { checkPhone, confirmPhoneVerify, requestPhoneVerify } from '@laurel/contracts/calls/verification';
import { SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { callApi } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { updateUser } from '../../session/store.ts';
import { isKeyAlive, type PhoneRequest } from './flow.ts';

/** What the browser keeps of the last request. A key whose code can no longer be right is dropped. */
export const readRequest = (now: number): PhoneRequest => {
  const request = { requestKey: stored.requestKey.read(), timerEnd: stored.phoneTimerEnd.read() };
  if (request.requestKey === undefined || isKeyAlive(request, now)) return request;
  dropKey();
  return { ...request, requestKey: undefined };
};

export const keepKey = (requestKey: string): void => stored.requestKey.write(requestKey);

export const dropKey = (): void => stored.requestKey.remove();

/** Keeps when the next code may be asked for. */
export const keepCooldown = (endsAt: number): void => stored.phoneTimerEnd.write(endsAt);

/**
 * Has a code sent by SMS, and starts the cooldown.
 * @throws ApiFailure
 */
export const requestPhoneCode = async (ask: {
  otpCode?: string;
  backupCode?: string;
  phoneNumber?: string;
}): Promise<void> => {
  const { data } = await callApi(requestPhoneVerify, { body: ask });
  keepKey(data.code);
  // The number that a code went to is the account's from now on.
  if (ask.phoneNumber !== undefined) updateUser({ phoneNumber: ask.phoneNumber });
  keepCooldown(Date.now() + SMS_COOLDOWN_MS);
};

/**
 * Resolves where the phone is confirmed, whoever did it.
 * @throws ApiFailure phone.unverified where it is not
 */
export const demandConfirmed = async (): Promise<void> => {
  await callApi(checkPhone);
  dropKey();
};

/**
 * Proves the phone with the code from the SMS.
 * @throws ApiFailure
 */
export const confirmPhoneCode = async (code: string): Promise<void> => {
  await callApi(confirmPhoneVerify, { body: { requestKey: stored.requestKey.read() ?? '-', code } });
  dropKey();
};
