import { z } from 'zod';
import { success } from '../envelope.ts';
import { codeField, handleField, phoneField, phoneFieldFor, usernameField } from '../fields.ts';
import { messageKey } from '../messages.ts';
import { verificationLogSchema } from '../records.ts';
import { PHONE_CHANNELS } from '../verification.ts';
import { codeReply, secondFactorFields } from './account.ts';
import { type Call, EXAMPLE_HANDLE as HANDLE, payload } from './call.ts';

const phoneVerified = success(z.object({ verified: z.literal(true) })).meta({
  examples: [{ success: true, data: { verified: true } }],
});

export const checkPhone = {
  method: 'GET',
  path: '/users/check-phone',
  summary: 'Whether the phone is verified',
  auth: true,
  reply: phoneVerified,
  failures: ['phone.unverified', 'auth.required', 'auth.expired'],
  // For this call it is a normal result.
  statuses: { 'phone.unverified': 404 },
} as const satisfies Call;

const codeRequest = {
  ...secondFactorFields,
  /** By default the first one that fits. */
  channel: z.enum(PHONE_CHANNELS, { error: messageKey('phoneChannel') }).optional(),
};

/** The payload for requesting a code to the phone, independent of the edition. */
export const requestPhoneVerifySchema = payload(
  { ...codeRequest, phoneNumber: phoneField.optional() },
  { otpCode: '123456' },
);

/** The same with an edition's blocked regions, as form and server validate it. */
export const requestPhoneVerifySchemaFor = (blockedRegions: readonly string[]) =>
  payload({ ...codeRequest, phoneNumber: phoneFieldFor(blockedRegions).optional() }, { otpCode: '123456' });

export const requestPhoneVerify = {
  method: 'POST',
  path: '/users/request-phone-verify',
  summary:
    'Send a code to the phone; needs a two-factor code unless one was verified in the last 15 minutes. While a code to the ' +
    'same number is open, it is sent again, with the same key, and a 429 of the limits has its key in `data.code`. ' +
    '`metadata` names the channel, and the one to ask for if the code does not arrive',
  auth: true,
  body: requestPhoneVerifySchema,
  reply: codeReply
    // Missing in answers of earlier releases; later ones may have more channels than a page knows.
    .extend({ metadata: z.object({ channel: z.string(), next: z.string().nullable() }).optional() })
    .meta({
      examples: [{ success: true, data: { code: HANDLE }, metadata: { channel: 'telegram', next: 'sms' } }],
    }),
  failures: [
    'otp.invalid',
    'phone.cooldown',
    'phone.hourly',
    'phone.daily',
    'phone.budget',
    'phone.missing',
    'phone.already_verified',
    'account.phone_taken',
    'proof.needed',
    'auth.required',
    'auth.expired',
  ],
} as const satisfies Call;

export const confirmPhoneVerify = {
  method: 'POST',
  path: '/users/confirm-phone-verify',
  summary: 'Verify the phone with the code that was sent to it',
  auth: true,
  body: payload({ requestKey: handleField, code: codeField }, { requestKey: HANDLE, code: '123456' }),
  reply: phoneVerified,
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
  body: payload(
    {
      verificationType: z.literal('INSTAGRAM_SUBSCRIPTION', { error: messageKey('verificationTypeInvalid') }),
      tag: usernameField,
    },
    { verificationType: 'INSTAGRAM_SUBSCRIPTION', tag: 'ada.lovelace' },
  ),
  reply: success(z.object({ identifier: z.string(), proofCode: z.string().optional() })).meta({
    examples: [{ success: true, data: { identifier: HANDLE, proofCode: 'K7M2QX' } }],
  }),
  // request.not_found: this deployment does not verify Instagram names.
  failures: ['social.attempts', 'social.tag_used', 'request.not_found', 'auth.required', 'auth.expired'],
} as const satisfies Call;

export const telegramLink = {
  method: 'GET',
  path: '/users/verification/telegram-link',
  summary: 'A single-use link to the Telegram bot, valid for 30 minutes',
  auth: true,
  reply: success(z.object({ code: z.string(), link: z.string(), expiresAt: z.iso.datetime() })).meta({
    examples: [
      {
        success: true,
        data: {
          code: HANDLE,
          link: `https://t.me/laurel_awards_bot?start=${HANDLE}`,
          expiresAt: '2025-11-20T18:30:00.000Z',
        },
      },
    ],
  }),
  // request.not_found: this deployment has no bot.
  failures: ['social.attempts', 'request.not_found', 'auth.required', 'auth.expired'],
} as const satisfies Call;

export const requestPhoneContact = {
  method: 'POST',
  path: '/users/request-phone-contact',
  summary:
    'A link to the Telegram bot that asks for the person’s number, and so verifies phone and Telegram; needs a two-factor ' +
    'code unless one was verified in the last 15 minutes',
  auth: true,
  body: payload(secondFactorFields, { otpCode: '123456' }),
  reply: telegramLink.reply,
  // request.not_found: also if the edition takes codes alone.
  failures: ['otp.invalid', 'phone.already_verified', ...telegramLink.failures],
} as const satisfies Call;

export const verificationLogs = {
  method: 'GET',
  path: '/users/logs/:id',
  summary: 'The log of one of the user’s own verifications, oldest first',
  auth: true,
  params: z.object({ id: handleField }),
  // Contains the code while it is valid, for a reload or another tab.
  reply: success(z.array(verificationLogSchema))
    .extend({ metadata: z.object({ proofCode: z.string() }).optional() })
    .meta({
      examples: [
        {
          success: true,
          data: [{ verificationStatus: 'IN_PROGRESS', createdAt: '2025-11-20T18:00:00.000Z' }],
          metadata: { proofCode: 'K7M2QX' },
        },
      ],
    }),
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;
