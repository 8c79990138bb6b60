import {
  checkPhone,
  confirmPhoneVerify,
  requestPhoneContact,
  requestPhoneVerify,
} from '@laurel/contracts/calls/verification';
import { SMS_COOLDOWN_MS, TELEGRAM_LINK_TTL_MS } from '@laurel/contracts/limits';
import type { PhoneChannel } from '@laurel/contracts/verification';
import { queryOptions } from '@tanstack/react-query';
import { asFailure } from '../../lib/failure.ts';
import { callApi, callQuietly } from '../../lib/http.ts';
import { stored } from '../../lib/stored.ts';
import { updateUser } from '../../session/store.ts';
import { type CodeMessage, isKeyAlive, isOnItsWay, messageOf, NO_MESSAGE, type PhoneRequest } from './flow.ts';

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

type Factors = { otpCode?: string; backupCode?: string; passkey?: Record<string, unknown> };

/**
 * Requests a code, and starts the cooldown.
 * @param onMessage is called before the request is stored, which draws the page again
 * @throws ApiFailure
 */
export const requestPhoneCode = async (
  body: Factors & { phoneNumber?: string; channel?: PhoneChannel },
  onMessage: (message: CodeMessage) => void = () => undefined,
): Promise<void> => {
  const { data, metadata } = await callApi(requestPhoneVerify, { body });
  onMessage(messageOf(metadata));
  keepRequest(data.code, body.phoneNumber);
};

const POLL_MS = 4_000;

/** The code's newest message. It is asked for while another channel is left and the message may still arrive. */
export const messageQuery = ({ requestKey, timerEnd }: PhoneRequest, sent: CodeMessage | undefined) =>
  queryOptions({
    queryKey: ['codeMessage', requestKey, timerEnd],
    queryFn: ({ signal }) =>
      callQuietly(checkPhone, { signal }).then(
        () => null,
        (error: unknown) => messageOf(asFailure(error).details.metadata),
      ),
    enabled: requestKey !== undefined && sent?.next !== null,
    refetchInterval: ({ state: { data } }) => {
      const { delivery, next } = data ?? sent ?? NO_MESSAGE;
      const isOpen = next !== null && delivery !== 'failed' && isOnItsWay(readRequest(Date.now()), Date.now());
      return isOpen && POLL_MS;
    },
  });

/**
 * Requests a link to the bot that asks for the number, valid for 30 minutes by this browser's clock. Its code is the event id.
 * @throws ApiFailure
 */
export const requestContactLink = async (proof: Factors) => {
  const expiresAt = Date.now() + TELEGRAM_LINK_TTL_MS;
  const { code, link } = (await callApi(requestPhoneContact, { body: proof })).data;
  stored.telegramLink.write({ link, expiresAt });
  return { code, link, expiresAt };
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
 * Confirms the phone with the code from the message.
 * @throws ApiFailure
 */
export const confirmPhoneCode = async (code: string): Promise<void> => {
  await callApi(confirmPhoneVerify, { body: { requestKey: stored.requestKey.read() ?? '-', code } });
  dropKey();
};
