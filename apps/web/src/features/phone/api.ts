import { checkPhone, confirmPhoneVerify, requestPhoneVerify } from '@laurel/contracts/calls/verification';
import { SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { callApi } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { updateUser } from '../../session/store.ts';
import { isKeyAlive, type PhoneRequest } from './flow.ts';

/** Reads the stored request, and removes a key whose code has expired. */
export const readRequest = (now: number): PhoneRequest => {
  const request = { requestKey: stored.requestKey.read(), timerEnd: stored.phoneTimerEnd.read() };
  if (request.requestKey === undefined || isKeyAlive(request, now)) return request;
  dropKey();
  return { ...request, requestKey: undefined };
};

/** The account's number, also if another tab changed it. */
export const readNumber = (): string | undefined => stored.currentUser.read()?.phoneNumber ?? undefined;

export const keepKey = (requestKey: string): void => stored.requestKey.write(requestKey);

export const dropKey = (): void => stored.requestKey.remove();

/** Stores when the next code may be requested. */
export const keepCooldown = (endsAt: number): void => stored.phoneTimerEnd.write(endsAt);

/** Stores the request of a code that was sent to this number. */
export const keepRequest = (
  requestKey: string,
  phoneNumber: string | undefined,
  cooldownEndsAt = Date.now() + SMS_COOLDOWN_MS,
): void => {
  // The server has changed the account's number to this one. The number is stored before the key, because another tab
  // notices the request by the key.
  if (phoneNumber !== undefined) updateUser({ phoneNumber });
  keepKey(requestKey);
  keepCooldown(cooldownEndsAt);
};

/**
 * Requests a code by SMS, and starts the cooldown.
 * @throws ApiFailure
 */
export const requestPhoneCode = async (
  body: Partial<Record<'otpCode' | 'backupCode' | 'phoneNumber', string>> & { passkey?: Record<string, unknown> },
): Promise<void> => {
  const { data } = await callApi(requestPhoneVerify, { body });
  keepRequest(data.code, body.phoneNumber);
};

/**
 * Resolves if the phone is confirmed.
 * @throws ApiFailure phone.unverified if it is not
 */
export const requireConfirmed = async (): Promise<void> => {
  await callApi(checkPhone);
  dropKey();
};

/**
 * Confirms the phone with the code from the SMS.
 * @throws ApiFailure
 */
export const confirmPhoneCode = async (code: string): Promise<void> => {
  await callApi(confirmPhoneVerify, { body: { requestKey: stored.requestKey.read() ?? '-', code } });
  dropKey();
};
