import { SMS_CODE_TTL_MS, SMS_COOLDOWN_MS } from '@laurel/contracts/limits';
import { z } from 'zod';
import type { ApiFailure } from '../../lib/failure.ts';

/** What the phone modal asks for: the number, a two-factor code before anything is sent, or the code from the SMS. */
export type PhoneStep = 'ask' | 'twoFactor' | 'code';

/** What is kept of the last request: its key, and when the cooldown ends (ms since the epoch). */
export type PhoneRequest = { readonly requestKey: string | undefined; readonly timerEnd: number | undefined };

/** Milliseconds until the next code may be asked for; never more than a whole cooldown, whatever the clocks say. */
export const cooldownLeft = ({ timerEnd = 0 }: PhoneRequest, now: number): number =>
  Math.min(SMS_COOLDOWN_MS, Math.max(0, timerEnd - now));

/** Whether the code of a stored key can still be right: it was sent when the cooldown started, and lives 10 minutes. */
export const isKeyAlive = ({ requestKey, timerEnd = 0 }: PhoneRequest, now: number): boolean =>
  requestKey !== undefined && now < timerEnd - SMS_COOLDOWN_MS + SMS_CODE_TTL_MS;

/** Where the modal opens: at the code where one is on its way (a reload loses nothing), else at the number. */
export const openingStep = (request: PhoneRequest, now: number): PhoneStep =>
  isKeyAlive(request, now) ? 'code' : 'ask';

/** PH-02: a code may be asked for while no living key is stored and no cooldown runs. */
export const mayRequest = (request: PhoneRequest, now: number): boolean =>
  !isKeyAlive(request, now) && cooldownLeft(request, now) === 0;

const retryAfter = z.object({ retryAfterSeconds: z.number() });

/** When the server's own cooldown ends, where that is why it refused. */
export const cooldownEnd = (failure: ApiFailure, now: number): number | undefined => {
  if (failure.code !== 'phone.cooldown') return undefined;
  const told = retryAfter.safeParse(failure.details.metadata);
  return told.success ? now + told.data.retryAfterSeconds * 1_000 : undefined;
};

/** What follows a refused request for a code. */
export const afterRequestFailure = (
  failure: ApiFailure,
  hadSecondFactor: boolean,
): 'verified' | 'twoFactor' | 'stay' => {
  if (failure.code === 'phone.already_verified') return 'verified';
  return failure.code === 'otp.invalid' && !hadSecondFactor ? 'twoFactor' : 'stay';
};

/** Whether the code may have been taken all the same: the answer was lost, or an answer before this one was. */
export const mayBeConfirmed = (failure: ApiFailure): boolean =>
  failure.code === 'connection.lost' || failure.code === 'phone_code.expired';

/** What follows a refused code: a mistyped one is typed again; without a living request it ends here (PH-05). */
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
