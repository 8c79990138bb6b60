import { z } from 'zod';
import { success } from '../envelope.ts';
import { backupCodeField, codeField, handleField, phoneField, twoFactorCodeField, usernameField } from '../fields.ts';
import { verificationLogSchema } from '../records.ts';
import { codeReply } from './account.ts';
import type { Call } from './call.ts';

const phoneVerified = success(z.object({ verified: z.literal(true) }));

export const checkPhone = {
  method: 'GET',
  path: '/users/check-phone',
  summary: 'Whether the phone is verified',
  auth: true,
  reply: { status: 200, schema: phoneVerified },
  failures: ['phone.unverified', 'auth.required', 'auth.expired'],
} as const satisfies Call;

/** With `phoneFieldFor` of the edition in place of `phoneField` this is what the server takes. */
export const requestPhoneVerifySchema = z
  .object({
    otpCode: twoFactorCodeField.optional(),
    backupCode: backupCodeField.optional(),
    phoneNumber: phoneField.optional(),
  })
  .meta({ examples: [{ otpCode: '123456' }] });

export const requestPhoneVerify = {
  method: 'POST',
  path: '/users/request-phone-verify',
  summary: 'Send a code by SMS; needs a two-factor code unless one was proven in the last 15 minutes',
  auth: true,
  body: requestPhoneVerifySchema,
  reply: { status: 200, schema: codeReply },
  failures: [
    'otp.invalid',
    'phone.cooldown',
    'phone.hourly',
    'phone.daily',
    'phone.budget',
    'phone.missing',
    'phone.already_verified',
    'account.phone_taken',
    'auth.required',
    'auth.expired',
  ],
} as const satisfies Call;

export const confirmPhoneVerify = {
  method: 'POST',
  path: '/users/confirm-phone-verify',
  summary: 'Prove the phone with the code from the SMS',
  auth: true,
  body: z
    .object({ requestKey: handleField, code: codeField })
    .meta({ examples: [{ requestKey: 'q0Vb3v1xJ8mBq7nZ2bWc4A', code: '123456' }] }),
  reply: { status: 200, schema: phoneVerified },
  failures: [
    'phone_code.expired',
    'phone_code.wrong',
    'phone_code.attempts',
    'phone_code.undeliverable',
    'account.phone_taken',
    'auth.required',
    'auth.expired',
  ],
} as const satisfies Call;

export const requestVerification = {
  method: 'POST',
  path: '/users/verification',
  summary: 'Submit an Instagram username for review',
  auth: true,
  body: z
    .object({ verificationType: z.literal('INSTAGRAM_SUBSCRIPTION'), tag: usernameField })
    .meta({ examples: [{ verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' }] }),
  reply: {
    status: 200,
    schema: success(z.object({ identifier: z.string(), proofCode: z.string().optional() })),
  },
  failures: ['social.attempts', 'social.tag_used', 'auth.required', 'auth.expired'],
} as const satisfies Call;

export const telegramLink = {
  method: 'GET',
  path: '/users/verification/telegram-link',
  summary: 'A single-use link to the Telegram bot, good for 30 minutes',
  auth: true,
  reply: {
    status: 200,
    schema: success(z.object({ code: z.string(), link: z.string(), expiresAt: z.iso.datetime() })),
  },
  failures: ['social.attempts', 'auth.required', 'auth.expired'],
} as const satisfies Call;

export const verificationLogs = {
  method: 'GET',
  path: '/users/logs/:id',
  summary: 'What happened to one verification, oldest first; own ones only',
  auth: true,
  params: z.object({ id: handleField }),
  reply: { status: 200, schema: success(z.array(verificationLogSchema)) },
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;
