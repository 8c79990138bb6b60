import { z } from 'zod';
import { success } from '../envelope.ts';
import { handleField } from '../fields.ts';
import { secondFactorFields } from './account.ts';
import { type Call, EXAMPLE_HANDLE as HANDLE, payload } from './call.ts';

export const listPasskeys = {
  method: 'GET',
  path: '/users/passkeys',
  summary: 'The user’s passkeys, the oldest first',
  auth: true,
  reply: success(
    z.object({
      passkeys: z.array(z.object({ id: z.string(), madeAt: z.iso.datetime(), usedAt: z.iso.datetime().nullable() })),
    }),
  ).meta({
    examples: [
      { success: true, data: { passkeys: [{ id: HANDLE, madeAt: '2026-11-20T18:00:00.000Z', usedAt: null }] } },
    ],
  }),
  failures: ['auth.required', 'auth.expired'],
} as const satisfies Call;

export const removePasskey = {
  method: 'POST',
  path: '/users/remove-passkey',
  summary: 'Remove a passkey, with a second factor, and end all sessions of the user',
  auth: true,
  body: payload({ ...secondFactorFields, id: handleField }, { otpCode: '123456', id: HANDLE }),
  reply: success(z.object({ removed: z.literal(true) })).meta({
    examples: [{ success: true, data: { removed: true } }],
  }),
  // request.not_found: there is no such passkey, or it is the last second factor.
  failures: ['otp.invalid', 'request.not_found', 'auth.required', 'auth.expired'],
} as const satisfies Call;
