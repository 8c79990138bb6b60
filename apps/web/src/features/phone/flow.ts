import { SMS_CODE_TTL_MS, SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { PHONE_CHANNELS } from '@laurel/contracts/verification';
import { z } from 'zod';
import type { ApiFailure } from '../../lib/failure.ts';

/** The steps of the phone modal: the number, a two-factor code before the message, the code from the message. */
export type PhoneStep = 'ask' | 'twoFactor' | 'code';

/** The stored request: its key, and when the cooldown ends (ms since the epoch). */
export type PhoneRequest = { readonly requestKey: string | undefined; readonly timerEnd: number | undefined };

/** Milliseconds until the next request is allowed; at most a whole cooldown, even if the clock changes. */
export const cooldownLeft = ({ timerEnd = 0 }: PhoneRequest, now: number): number =>
  Math.min(SMS_COOLDOWN_MS, Math.max(0, timerEnd - now));

/** Whether the code of a stored key is still valid: 10 minutes from the start of the cooldown. */
export const isKeyAlive = ({ requestKey, timerEnd = 0 }: PhoneRequest, now: number): boolean =>
  requestKey !== undefined && now < timerEnd - SMS_COOLDOWN_MS + SMS_CODE_TTL_MS;

/** The first step: the code if one was sent (also after a reload), else the number. */
export const openingStep = (request: PhoneRequest, now: number): PhoneStep =>
  isKeyAlive(request, now) ? 'code' : 'ask';

// A later release may have channels that this page does not know.
const channel = z.enum(PHONE_CHANNELS).nullable().catch(null);
const message = z.object({ channel, next: channel, delivery: z.string().optional() });

/** The code's message: by which channel it went, and the one to ask for if it does not arrive. */
export type CodeMessage = z.output<typeof message>;

export const NO_MESSAGE: CodeMessage = { channel: null, next: null };

/** The message that an answer describes. Those of earlier releases describe none. */
export const messageOf = (metadata: unknown): CodeMessage => message.safeParse(metadata).data ?? NO_MESSAGE;

/** How long a message may be on its way before the next channel is offered. */
const ON_ITS_WAY_MS = 20_000;

/** Whether a code that was just requested may still arrive by its channel. */
export const isOnItsWay = (request: PhoneRequest, now: number): boolean =>
  cooldownLeft(request, now) > SMS_COOLDOWN_MS - ON_ITS_WAY_MS;

/** PH-02: a code may be requested if no valid key is stored and no cooldown runs. */
export const mayRequest = (request: PhoneRequest, now: number): boolean =>
  !isKeyAlive(request, now) && cooldownLeft(request, now) === 0;

const retryAfter = z.object({ retryAfterSeconds: z.number() });

/** When the server's cooldown ends (ms since the epoch); undefined for another failure. */
export const cooldownEnd = (failure: ApiFailure, now: number): number | undefined => {
  if (failure.code !== 'phone.cooldown') return undefined;
  const parsed = retryAfter.safeParse(failure.details.metadata);
  return parsed.success ? now + parsed.data.retryAfterSeconds * 1_000 : undefined;
};

const openCode = z.object({ code: z.string() });

/** The request key of the code that is still valid, from a limit's refusal: the earlier response may have been lost. */
export const openKey = ({ code, details }: ApiFailure): string | undefined =>
  code === 'phone.cooldown' || code === 'phone.hourly' || code === 'phone.daily'
    ? openCode.safeParse(details.data).data?.code
    : undefined;

/**
 * Whether a new code may have been sent, so that the earlier one may be invalid: the response was lost, or a proxy made it.
 */
export const mayBeSent = (failure: ApiFailure): boolean =>
  failure.code === 'connection.lost' || failure.code === 'server.error';

/** The next step after a refused request for a code. */
export const afterRequestFailure = (
  failure: ApiFailure,
  hadSecondFactor: boolean,
): 'verified' | 'twoFactor' | 'stay' => {
  if (failure.code === 'phone.already_verified') return 'verified';
  return failure.code === 'otp.invalid' && !hadSecondFactor ? 'twoFactor' : 'stay';
};

/** Whether the code may have been accepted: this response was lost, or an earlier one was. */
export const mayBeConfirmed = (failure: ApiFailure): boolean =>
  failure.code === 'connection.lost' || failure.code === 'phone_code.expired';

/** The next step after a rejected code: retry, back to the number, or the end without a valid request (PH-05). */
export const afterConfirmFailure = (failure: ApiFailure): 'stay' | 'askAgain' | 'expired' => {
  switch (failure.code) {
    case 'phone_code.expired':
      return 'expired';
    case 'phone_code.attempts':
    case 'phone_code.undeliverable':
    case 'account.phone_taken':
      return 'askAgain';
    default:
      return 'stay';
  }
};
